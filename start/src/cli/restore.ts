import { readConfig } from '@shop/api/config';
import { restore } from '@shop/embedded-postgres/backup';
import { z } from 'zod';
import { restoreOwn } from '../own-postgres-backup.ts';
import { asStartupError } from '../startup-errors.ts';
import { readOptions } from './command-options.ts';
import { reportFailures } from './run-command.ts';

await reportFailures(async (undo) => {
  const { from } = readOptions(z.object({ from: z.string().min(1) }), 'npm run restore -- --from <backup>');
  const { DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR: dataDir } = readConfig(process.env);
  if (DATABASE_URL) await restoreOwn({ databaseUrl: DATABASE_DIRECT_URL ?? DATABASE_URL, dataDir, from });
  else await restore({ dataDir, from }, undo).catch(asStartupError);
  console.log(`Restored into ${DATABASE_URL ? 'the database' : dataDir}. Start the shop as usual.`);
});
