import { setTimeout as pause } from 'node:timers/promises';
import { databaseErrorCode } from '../database/database.ts';
import { connected } from '../database/single-connection.ts';
import { StartupError } from '../startup-error.ts';
import { isMigrated } from './migrate.ts';

const CHECK_EVERY_MS = 1_000;
const MAX_WAIT_MS = 600_000;
// The table of migrations does not exist yet.
const UNDEFINED_TABLE = '42P01';

/** Waits for another process to migrate: only ROLE=migrate and ROLE=all migrate themselves. */
export const waitUntilMigrated = (url: string, log: (line: string) => void): Promise<void> =>
  connected(url, async (client) => {
    const isDone = () =>
      isMigrated(client).catch((error) => {
        if (databaseErrorCode(error) === UNDEFINED_TABLE) return false;
        throw error;
      });
    for (let waitedMs = 0; !(await isDone()); waitedMs += CHECK_EVERY_MS) {
      if (waitedMs === 0) log('Waiting for the migrations of this version (ROLE=migrate)…');
      if (waitedMs >= MAX_WAIT_MS)
        throw new StartupError('The database was not migrated within ten minutes: start a process with ROLE=migrate.');
      await pause(CHECK_EVERY_MS);
    }
  });
