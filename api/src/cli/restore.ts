import { z } from 'zod';
import { readConfig } from '../config.ts';
import { restore } from '../startup/backup.ts';
import { readOptions } from './command-options.ts';
import { reportFailures } from './run-command.ts';

await reportFailures(async (undo) => {
  const { from } = readOptions(z.object({ from: z.string().min(1) }), 'npm run restore -- --from <backup>');
  const config = readConfig(process.env);
  await restore(config, from, undo);
  console.log(`Restored into ${config.DATA_DIR}. Start the shop as usual.`);
});
