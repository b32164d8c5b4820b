import { readConfig } from '@shop/api/config';
import { requireKeys } from '@shop/api/features/stock/key-rotation/goods-keys.service';
import { ExpectedFailure } from '@shop/api/platform/failure';
import { isSystemError, StartupError } from '@shop/api/platform/startup-error';
import { closeShop, openShop, type Shop } from '@shop/api/shop';
import { openDatabase } from '@shop/api/startup/open-database';
import { exitCodeOf, onStopSignal } from '@shop/api/startup/stop-signals';
import { undoInReverse } from '@shop/api/startup/undo';
import type { z } from 'zod';
import { locateExistingDatabase } from '../locate-database.ts';
import { readOptions } from './command-options.ts';

type Command<S extends z.ZodObject> = {
  usage: string;
  options: S;
  work: (shop: Shop, options: z.output<S>) => Promise<void>;
};

/** Prints a failure as one sentence, sets the exit code and closes everything. */
export async function reportFailures(
  work: (undo: (action: () => Promise<unknown>) => void) => Promise<void>,
): Promise<void> {
  const steps = undoInReverse();
  const isStopping = onStopSignal({
    async stop(signal) {
      await steps.undo();
      process.exit(exitCodeOf(signal));
    },
  });
  try {
    await work(steps.add);
  } catch (error) {
    if (isStopping()) return;
    if (!(error instanceof StartupError || error instanceof ExpectedFailure || isSystemError(error))) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    if (!isStopping()) await steps.undo();
  }
}

/** Runs a command on the database of DATABASE_URL, or on the embedded one, also while the shop is running. */
export const runCommand = <S extends z.ZodObject>({ usage, options, work }: Command<S>): Promise<void> =>
  reportFailures(async (undo) => {
    const given = readOptions(options, usage);
    const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
    const database = await openDatabase(config, locateExistingDatabase, {
      say: () => {},
      announce: console.error,
      undo,
    });
    const shop = await openShop({ config, ...database });
    undo(() => closeShop(shop));
    await requireKeys(shop);
    await work(shop, given);
  });
