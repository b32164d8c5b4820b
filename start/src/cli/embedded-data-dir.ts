import type { Config } from '@shop/api/config';
import { StartupError } from '@shop/api/platform/startup-error';

/** The folder of the embedded database, for what can be done with no other. */
export function embeddedDataDir({ DATABASE_URL, DATA_DIR }: Config): string {
  if (DATABASE_URL)
    throw new StartupError('This shop has a PostgreSQL of its own (DATABASE_URL): back it up with its own tools.');
  return DATA_DIR;
}
