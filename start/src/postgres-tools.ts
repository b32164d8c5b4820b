import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartupError } from '@shop/api/platform/startup-error';

const LONGEST_COMPLAINT = 1_000_000;

/** Runs a program of PostgreSQL against a database. Its error text is passed on. */
export async function runPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const address = new URL(databaseUrl);
  // In the environment, because every user of the machine can read arguments.
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  // `no-verify` is a word of the Node driver only. libpq calls it `require`.
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
