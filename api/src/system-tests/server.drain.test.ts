import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitForOutput } from '../testing/checks/wait-for-output.ts';
import { builtProgram } from '../testing/servers/built-program.ts';
import { reservePort } from '../testing/servers/reserved-port.ts';
import { createTestDatabase } from '../testing/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let server: ChildProcess;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'shop-drain-'));
  port = await reservePort();
  server = spawn(process.execPath, builtProgram('server'), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      ROLE: 'web',
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: 'off',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DRAIN_SECONDS: '1',
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await waitForOutput(server, 'open at');
});
afterAll(async () => {
  if (server.exitCode === null) server.kill('SIGKILL');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(path: string, agent: Agent): Promise<{ status: number | undefined; isLast: boolean }> {
  const [reply] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [IncomingMessage];
  await reply.resume().toArray();
  return { status: reply.statusCode, isLast: reply.headers.connection === 'close' };
}

it('a busy process accepts a crowd of connections', async () => {
  const allowed = await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '128');
  server.kill('SIGSTOP');
  const crowd = Array.from({ length: Math.min(1_000, Number(allowed)) }, () => connect(port, '127.0.0.1'));
  await Promise.all(crowd.map((socket) => once(socket, 'connect')));
  server.kill('SIGCONT');
  for (const socket of crowd) socket.destroy();
});

/** Like a proxy, the clients keep using their connections and open no new ones to a server that is not ready. */
it('a stopping process fails no request of clients with keep-alive connections', { timeout: 60_000 }, async () => {
  let [isReady, isTold] = [true, false];
  const answers: (number | string | undefined)[] = [];
  const afterwards: (number | string | undefined)[] = [];
  const client = async (path: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let isLast = false; isReady || !isLast; ) {
      const answer = await ask(path, agent).catch((error) => ({ status: String(error), isLast: true }));
      ({ isLast } = answer);
      answers.push(answer.status);
      if (isTold) afterwards.push(answer.status);
    }
  };
  const paths = ['/', '/api/v1/products', '/api/v1/products?page=2', '/healthz'];
  const clients = Promise.all([...paths, ...paths].map(client));
  const looks: (number | undefined)[] = [];
  while (isReady) {
    const { status } = await ask('/readyz', new Agent());
    looks.push(status);
    isReady = status === 200;
    if (!isTold && answers.length > 50) {
      isTold = true;
      const isTelling = waitForOutput(server, 'finishing what is under way');
      server.kill('SIGTERM');
      await isTelling;
    }
  }
  await clients;
  if (server.exitCode === null) await once(server, 'exit');

  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect(afterwards.length).toBeGreaterThanOrEqual(paths.length);
  expect([looks.at(-1), server.exitCode]).toEqual([503, 0]);
});
