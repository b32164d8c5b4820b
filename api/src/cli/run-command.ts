import type { z } from 'zod';
import { readConfig } from '../config.ts';
import { ExpectedFailure } from '../platform/failure.ts';
import { StartupError } from '../platform/startup-error.ts';
import { closeShop, openShop, type Shop } from '../shop.ts';
import { openDatabase } from '../startup/open-database.ts';
import { undoInReverse } from '../startup/undo.ts';
import { readOptions } from './command-options.ts';

type Command<S extends z.ZodObject> = {
  usage: string;
  options: S;
  work: (shop: Shop, options: z.output<S>) => Promise<void>;
};

/**
 * Runs a command on the shop's database: the one that DATABASE_URL names, or the embedded one of a shop that is
 * stopped. What went wrong is one sentence and an exit code.
 */
export async function runCommand<S extends z.ZodObject>({ usage, options, work }: Command<S>): Promise<void> {
  const steps = undoInReverse();
  try {
    const given = readOptions(options, usage);
    const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
    const databaseUrl = await openDatabase(config, { say: () => {}, undo: steps.add });
    const shop = await openShop({ config, databaseUrl });
    steps.add(() => closeShop(shop));
    await work(shop, given);
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof ExpectedFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await steps.undo();
  }
}
