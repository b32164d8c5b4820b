import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { restore } from './backup.ts';

it('tells a data folder that somebody copied, as 1.2.0 wanted it, from what is no backup at all', async () => {
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
