import { setTimeout as pause } from 'node:timers/promises';
import { databaseErrorCode } from '../database/database.ts';
import { connected } from '../database/single-connection.ts';
import { StartupError } from '../startup-error.ts';
import { isMigrated } from './migrate.ts';

const LOOK_AGAIN_MS = 1_000;
const LONGEST_WAIT_MS = 600_000;
// Nobody has migrated anything yet.
const UNDEFINED_TABLE = '42P01';

/** For a process that does not migrate itself. */
export const waitUntilMigrated = (url: string, say: (line: string) => void): Promise<void> =>
  connected(url, async (client) => {
    const isDone = () =>
      isMigrated(client).catch((error) => {
        if (databaseErrorCode(error) === UNDEFINED_TABLE) return false;
        throw error;
      });
    for (let waitedMs = 0; !(await isDone()); waitedMs += LOOK_AGAIN_MS) {
      if (waitedMs === 0) say('Waiting for the migrations of this version (ROLE=migrate)…');
      if (waitedMs >= LONGEST_WAIT_MS)
        throw new StartupError('The database was not migrated within ten minutes: start a process with ROLE=migrate.');
      await pause(LOOK_AGAIN_MS);
    }
  });
