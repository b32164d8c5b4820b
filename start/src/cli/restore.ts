import { readConfig } from '@shop/api/config';
import { restore } from '@shop/embedded-postgres/backup';
import { z } from 'zod';
import { throwAsTheShops } from '../startup-errors.ts';
import { readOptions } from './command-options.ts';
import { embeddedDataDir } from './embedded-data-dir.ts';
import { reportFailures } from './run-command.ts';

await reportFailures(async (undo) => {
  const { from } = readOptions(z.object({ from: z.string().min(1) }), 'npm run restore -- --from <backup>');
  const config = readConfig(process.env);
  await restore({ dataDir: embeddedDataDir(config), from }, undo).catch(throwAsTheShops);
  console.log(`Restored into ${config.DATA_DIR}. Start the shop as usual.`);
});
