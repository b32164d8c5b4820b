import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { reservePort } from '@shop/api/testing/servers/reserved-port';
import { chooseAccount, chownTo } from '@shop/embedded-postgres/account';

const PROGRAMS = ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'];

/** The program folder of an installed PostgreSQL with client and server programs. */
export const installedPostgres: string | undefined = [
  ...(process.env.PATH ?? '').split(delimiter),
  ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
].find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));

export type InstalledPostgres = { urlOf(database: string): string; stop(): Promise<unknown> };

const PASSWORD = 'p@ss/word:1';

/** Starts a server of it in a new folder. Its clients need a password. */
export async function startInstalledPostgres(programs: string, folder: string): Promise<InstalledPostgres> {
  const port = await reservePort();
  const account = await chooseAccount([]);
  await mkdir(folder, { recursive: true });
  await chownTo(account, folder);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  await chownTo(account, passwordFile);
  const cluster = join(folder, 'cluster');
  const run = (name: string, ...args: string[]) =>
    promisify(execFile)(join(programs, name), args, { cwd: folder, ...account });
  const access = ['--username=shop', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await run('initdb', `--pgdata=${cluster}`, '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync', ...access);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  await run('pg_ctl', 'start', '-w', '-s', '-D', cluster, '-o', options, '-l', join(folder, 'log'));
  return {
    urlOf: (database) => `postgres://shop:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
    stop: () => run('pg_ctl', 'stop', '-s', '-m', 'immediate', '-D', cluster),
  };
}
