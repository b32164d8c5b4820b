import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ALLOCATOR, SERVER_FLAGS } from '../../scripts/lib/built-server.mjs';
import { run } from './running-program.ts';
import { answers, openService, type Service } from './service.ts';

const SERVER = join(import.meta.dirname, '../../start/dist/server.js');

export type ShopSettings = Record<string, string>;
type Place = { folder: string; settings: ShopSettings };

/** The built server of the container image. `scripts/commands/bench.mjs` builds it. */
const server = ({ folder, settings }: Place, name: string, env: ShopSettings) => ({
  command: process.execPath,
  args: [...SERVER_FLAGS, SERVER],
  env: { ...ALLOCATOR, HOST: '127.0.0.1', INSTANCE: name, ...settings, ...env },
  cwd: folder,
  logFile: join(folder, `${name}.log`),
});

/** The migration, which ends like the Job of a deployment. */
export async function migrate(place: Place): Promise<void> {
  await mkdir(join(place.folder, 'data'), { recursive: true });
  const program = server(place, 'migrate', { ROLE: 'migrate', ADMIN_PORT: 'off' });
  const [code] = (await run(program).ended) as [number | null];
  if (code !== 0) throw new Error(`The database was not migrated: see ${program.logFile}`);
}

export const openWeb = (place: Place, name: string, port: number): Promise<Service> =>
  openService({
    name,
    program: server(place, name, { ROLE: 'web', PORT: String(port), ADMIN_PORT: 'off' }),
    isReady: answers(`http://127.0.0.1:${port}/readyz`),
  });

/** The worker has only the operator's port. */
export const openWorker = (place: Place, name: string, adminPort: number): Promise<Service> =>
  openService({
    name,
    program: server(place, name, { ROLE: 'worker', ADMIN_PORT: String(adminPort) }),
    isReady: answers(`http://127.0.0.1:${adminPort}/readyz`),
  });
