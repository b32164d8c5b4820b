import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { daysAfter } from '../clock.ts';
import type { RetentionRule } from '../retention.ts';

/** The folder for mails of a shop without a mail server. */
export const keptMailsIn = (dataDir: string): string => join(dataDir, 'mail');

const KEPT_DAYS = 7;

/** Kept mails contain codes and reset links in clear text, so they are removed after a week. */
export const keptMailRetention = (folder: string): RetentionRule => ({
  name: 'kept mails',
  async forget(_db, now, batch) {
    const names = await readdir(folder).catch((): string[] => []);
    let forgotten = 0;
    for (const name of names) {
      if (forgotten === batch) break;
      const path = join(folder, name);
      if ((await stat(path)).mtime >= daysAfter(now, -KEPT_DAYS)) continue;
      await rm(path);
      forgotten += 1;
    }
    return forgotten;
  },
});
