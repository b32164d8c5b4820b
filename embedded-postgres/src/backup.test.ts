import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { backUp, restore } from './backup.ts';
import { startEmbeddedPostgres } from './start.ts';
import { StartupError } from './startup-error.ts';

it('tells a copied data folder from a folder that is no backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-restore-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const from = join(folder, 'copy');
  const restored = restore.bind(undefined, { dataDir: join(folder, 'data'), from }, () => undefined);
  await expect(restored()).rejects.toThrow(`${from} is no backup made with npm run backup.`);
  await mkdir(join(from, 'postgres/cluster'), { recursive: true });
  await writeFile(join(from, 'postgres/cluster/PG_VERSION'), '18\n');
  await expect(restored()).rejects.toThrow(
    `${from} is a copied data folder, which is not restored: if its shop was stopped at the time, start with DATA_DIR set to it.`,
  );
});

it.each([
  ['begins', 'pg_create_physical_replication_slot'],
  ['copies the cluster', 'pg_backup_start'],
  ['copies the log', 'pg_backup_stop'],
])('a backup fails with a reason if the shop stops while it %s', async (_, step) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-'));
  const to = `${dataDir}-backup`;
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  onTestFinished(() => rm(`${to}.partial`, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
  const query = pg.Client.prototype.query;
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...asked) {
    const answer = await query.apply(this, asked);
    if (String(asked[0]).includes(step)) await postgres.stop();
    return answer;
  });
  onTestFinished(() => asked.mockRestore());
  const steps: (() => Promise<unknown>)[] = [];
  const failure = await backUp({ dataDir, to, referredTo: [] }, (step) => void steps.push(step)).catch(
    (error) => error,
  );
  expect(failure).toBeInstanceOf(StartupError);
  expect(failure.message).toMatch(/^PostgreSQL failed during the backup: .*\. Make the backup again\.$/);
  for (const undo of steps) await undo();
  await expect(stat(to)).rejects.toThrow('ENOENT');
});
