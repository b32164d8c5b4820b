import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';
import { StartupError } from './startup-error.ts';
import { canRunAsNobody, runModule } from './testing/run-module.ts';

/** Drops the lock object and collects garbage before it reports. */
const holdLock = `
  import { lockDataDir } from ${JSON.stringify(import.meta.resolve('./data-dir-lock.ts'))};
  const word = await lockDataDir(process.argv[1], { describe: 'http://localhost:4321', patienceMs: 0 }).then(
    () => 'locked',
    (error) => error.message,
  );
  setImmediate(() => {
    gc();
    console.log(word);
    if (word === 'locked') setInterval(() => undefined, 1000);
  });
`;

describe('lockDataDir', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lock-'));
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('a second process gets holder and address, and the lock after a kill', async () => {
    const holder = await runModule(holdLock, [dataDir]);
    expect(holder.firstLine).toBe('locked');

    const refusal = await lockDataDir(dataDir, { describe: 'http://localhost:1', patienceMs: 0 }).catch(
      (error) => error,
    );
    expect(refusal).toBeInstanceOf(StartupError);
    expect(refusal.message).toBe(
      `The data folder ${dataDir} is in use by process ${holder.pid}, serving http://localhost:4321. ` +
        'Stop it first, or choose another folder with DATA_DIR.',
    );

    await holder.kill();
    const lock = await lockDataDir(dataDir, { describe: 'http://localhost:1', patienceMs: 0 });
    await lock.release();
  });

  it('the lock waits for a holder that is about to release it', async () => {
    const first = await lockDataDir(dataDir, { describe: 'http://localhost:1' });
    const said: string[] = [];
    const second = lockDataDir(dataDir, { describe: 'http://localhost:2', say: (line) => void said.push(line) });
    await vi.waitFor(() =>
      expect(said).toEqual([
        `The data folder ${dataDir} is in use by process ${process.pid}, serving http://localhost:1. ` +
          'Waiting up to 5 s for it to stop…',
      ]),
    );
    await first.release();
    await (await second).release();
    expect(said).toHaveLength(1);
  });

  it('a folder that cannot be created is reported', async () => {
    await writeFile(join(dataDir, 'file'), '');
    await expect(lockDataDir(join(dataDir, 'file', 'data'), { describe: '' })).rejects.toThrow(
      `The data folder ${dataDir}/file/data cannot be created: not a directory.`,
    );
  });

  it.skipIf(!canRunAsNobody)('says so when the folder belongs to somebody else', async () => {
    await chmod(dataDir, 0o755);
    const child = await runModule(holdLock, [dataDir], 'nobody');
    expect(child.firstLine).toMatch(`The data folder ${dataDir} is not writable: `);
    await child.kill();
  });
});
