import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StartupError } from '../../api/src/platform/startup-error.ts';

type Programs = {
  /** The folder of PostgreSQL's programs. */
  postgres: string;
  nginx: string;
  pgbouncer: string | undefined;
};

const DEBIAN_POSTGRES = '/usr/lib/postgresql/*/bin';
const OLDEST_PGBOUNCER = [1, 21];

/** The programs of the machine, or one sentence about all missing ones. */
export function findPrograms({ pooled }: { pooled: boolean }): Programs {
  const postgres = process.env.POSTGRES_BIN ?? newest(globSync(DEBIAN_POSTGRES));
  const nginx = process.env.NGINX ?? onPath('nginx');
  const pgbouncer = pooled ? (process.env.PGBOUNCER ?? onPath('pgbouncer')) : undefined;
  const missing = [
    ...(postgres && existsSync(join(postgres, 'initdb'))
      ? []
      : ['PostgreSQL ≥ 15 (POSTGRES_BIN names its bin folder)']),
    ...(nginx && existsSync(nginx) ? [] : ['nginx (NGINX names it)']),
    ...(!pooled || (pgbouncer && keepsStatements(pgbouncer)) ? [] : ['PgBouncer ≥ 1.21 (PGBOUNCER names it)']),
  ];
  if (!postgres || !nginx || missing.length > 0) throw new StartupError(`This machine lacks ${missing.join(', ')}.`);
  return { postgres, nginx, pgbouncer };
}

/** Ends the command with one sentence if programs are missing. */
export function sayWhatIsMissing(error: unknown): never {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}

const newest = (folders: string[]): string | undefined =>
  folders.toSorted((one, other) => Number(one.split('/')[4]) - Number(other.split('/')[4])).at(-1);

/** Debian installs servers in folders that only root has on PATH. */
function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The first version with prepared statements in transaction mode. The shop refuses older poolers. */
function keepsStatements(pgbouncer: string): boolean {
  if (!existsSync(pgbouncer)) return false;
  const said = execFileSync(pgbouncer, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(said) ?? []).slice(1).map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_PGBOUNCER;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
