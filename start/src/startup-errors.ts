import { StartupError } from '@shop/api/platform/startup-error';
import { StartupError as PostgresStartupError } from '@shop/embedded-postgres/startup-error';

/** What keeps the embedded PostgreSQL from running keeps the shop from starting, for the same reason. */
export function throwAsTheShops(error: unknown): never {
  if (error instanceof PostgresStartupError) throw new StartupError(error.message, { cause: error });
  throw error;
}
