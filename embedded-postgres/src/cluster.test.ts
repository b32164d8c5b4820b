import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ensureCluster } from './cluster.ts';

// The output of initdb 18 on a full disk: first the reason, last the message about cleaning up.
const FULL_DISK = `
2026-11-17 21:51:34.099 UTC [21072] FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9
2026-11-17 21:51:34.099 UTC [21072] HINT:  Check free disk space.
2026-11-17 21:51:34.099 UTC [21072] PANIC:  cannot abort transaction 1, it was already committed
child process exited with exit code 134
initdb: removing contents of data directory "/proc/self/cwd"`;
const REFUSED = `
initdb: error: could not access directory "/data": Permission denied
initdb: hint: Check its owner.`;

it.skipIf(process.platform === 'win32').each([
  [FULL_DISK, 'could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9. Check free disk space.'],
  [REFUSED, 'could not access directory "/data": Permission denied. Check its owner.'],
  ['Killed', 'Killed'],
])('the error of a failed initdb names the reason, not its last line', async (said, reason) => {
  const home = await mkdtemp(join(tmpdir(), 'postgres-cluster-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const initdb = join(home, 'initdb');
  await writeFile(initdb, `#!/bin/sh\ncat >&2 <<'SAID'${said.replace(/^\n?/, '\n')}\nSAID\nexit 1\n`, { mode: 0o700 });
  const cluster = { home, clusterDir: join(home, 'cluster'), initdb, password: '', account: undefined, durable: false };
  await expect(ensureCluster(cluster, () => undefined)).rejects.toMatchObject({
    message: `The database folder could not be created: ${reason}`,
  });
});
