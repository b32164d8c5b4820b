import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartupError } from '@shop/api/platform/startup-error';

const LONGEST_COMPLAINT = 1_000_000;

/** Runs a program of PostgreSQL's own against a database; what it complains of is passed on in its words. */
export async function runPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const address = new URL(databaseUrl);
  // In the environment: arguments can be read by everybody on the machine.
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  // The driver's word for encrypted, whoever answers, of which PostgreSQL's own programs know nothing.
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require');
  const env = { ...process.env, ...(PGPASSWORD && { PGPASSWORD }) };
  try {
    const options = { env, maxBuffer: LONGEST_COMPLAINT };
    await promisify(execFile)(name, [...args, `--dbname=${address.href}`], options);
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string };
    if (code === 'ENOENT')
      throw new StartupError(
        `${name} is not installed here. It comes with PostgreSQL's client programs (on Debian: postgresql-client), ` +
          "of the server's version or a newer one.",
      );
    throw new StartupError(`${name} failed:\n${stderr?.trim() || String(error)}`);
  }
}
