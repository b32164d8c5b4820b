import { readConfig } from '@shop/api/config';
import { backUp } from '@shop/embedded-postgres/backup';
import { z } from 'zod';
import { backUpOwn } from '../own-postgres-backup.ts';
import { asStartupError } from '../startup-errors.ts';
import { readOptions } from './command-options.ts';
import { reportFailures } from './run-command.ts';

await reportFailures(async (undo) => {
  const { to } = readOptions(z.object({ to: z.string().min(1) }), 'npm run backup -- --to <new folder>');
  const config = readConfig(process.env);
  const { DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR: dataDir } = config;
  if (DATABASE_URL) await backUpOwn({ databaseUrl: DATABASE_DIRECT_URL ?? DATABASE_URL, dataDir, to });
  else await backUp({ dataDir, to, referredTo: ['images'] }, undo).catch(asStartupError);
  console.log(`The backup is in ${to}. It holds codes and keys: keep it as safe as the shop itself.`);
  if (config.VAULT_KEYS) console.log('VAULT_KEYS is not in it: without these keys its codes cannot be read.');
  if (config.S3_BUCKET) console.log(`The images in the bucket '${config.S3_BUCKET}' are not in it.`);
});
