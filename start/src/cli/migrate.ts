import { readConfig } from '@shop/api/config';
import { openDatabase } from '@shop/api/startup/open-database';
import { z } from 'zod';
import { locateExistingDatabase } from '../locate-database.ts';
import { readOptions } from './command-options.ts';
import { reportFailures } from './run-command.ts';

await reportFailures(async (undo) => {
  readOptions(z.object({}), 'npm run migrate');
  const config = readConfig({ ...process.env, ROLE: 'migrate' });
  await openDatabase(config, locateExistingDatabase, { say: console.log, announce: console.log, undo });
  console.log('The database is migrated.');
});
