import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what the tests were seen to take, so that a small machine keeps its memory. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Lets a script's programs throw away their files in memory, where the system offers enough: on a disk the copy of a
 * database that each test file gets takes ten times as long.
 */
export async function withScratchInMemory(work) {
  const scratch = hasEnough() ? mkdtempSync(join(MEMORY, 'shop-test-')) : undefined;
  if (scratch) {
    // Like the system's own: PostgreSQL is started under another account than root's.
    chmodSync(scratch, 0o1777);
    process.env.TMPDIR = scratch;
  }
  try {
    return await work();
  } finally {
    if (scratch) rmSync(scratch, { recursive: true, force: true });
  }
}

function hasEnough() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
