import { StartupError } from '@shop/api/platform/startup-error';
import { StartupError as PostgresStartupError } from '@shop/embedded-postgres/startup-error';

/** An error of the embedded PostgreSQL is a startup error of the shop. */
export function asStartupError(error: unknown): never {
  if (error instanceof PostgresStartupError) throw new StartupError(error.message, { cause: error });
  throw error;
}
