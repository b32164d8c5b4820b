import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForOutput } from '../checks/wait-for-output.ts';
import { builtProgram } from './built-program.ts';
import { reservePort } from './reserved-port.ts';

export type RoleProcess = { process: ChildProcess; url: string; adminUrl: string; end(): Promise<void> };

/** Starts one of several servers with its own data folder, as on a separate machine. */
export async function startRole(role: 'web' | 'worker' | 'all', env: Record<string, string>): Promise<RoleProcess> {
  const [port, adminPort] = [await reservePort(), await reservePort()];
  const dataDir = await mkdtemp(join(tmpdir(), `shop-${role}-`));
  const child = spawn(process.execPath, builtProgram('server'), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      ROLE: role,
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await waitForOutput(child, role === 'worker' ? 'Working on jobs.' : 'open at');
  return {
    process: child,
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    async end() {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
