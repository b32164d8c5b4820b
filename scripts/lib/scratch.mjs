import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times the memory that tests need, so that a small machine keeps enough. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Puts temporary files of a script into memory, if there is enough: on a disk, copying the database for a test file takes ten times
 * as long.
 */
export async function withScratchInMemory(work) {
  const scratch = hasEnough() ? mkdtempSync(join(MEMORY, 'shop-test-')) : undefined;
  if (scratch) {
    // With the mode of /tmp, because PostgreSQL runs under another account than root.
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
