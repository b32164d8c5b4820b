import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parseSamples } from '../testing/checks/read-metrics.ts';
import { type RoleProcess, startRole } from '../testing/servers/role-process.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/** Two processes serve one port, and a third one runs jobs. */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let shop: RoleProcess;
let said = '';
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await startRole('all', { DATABASE_URL: database.url, WEB_CONCURRENCY: '2', DRAIN_SECONDS: '1' });
  shop.process.stdout?.on('data', (text: string) => {
    said += text;
  });
}, 120_000);
afterAll(async () => {
  await shop.end();
  await database.drop();
});

const processes = async () => {
  const samples = parseSamples(await (await fetch(`${shop.adminUrl}/metrics`)).text());
  return samples.filter(({ name }) => name === 'shop_process_info').map(({ labels }) => labels);
};
const pidsOf = async (role: string) =>
  (await processes()).filter((each) => each.role === role).map(({ instance }) => Number(instance?.split(':').at(-1)));

// A pause between two requests, so that the clients leave CPU time to starting processes.
const PAUSE_MS = 10;

/** Starts clients that send requests over keep-alive connections. `end()` stops them and returns their failures. */
function load(clients: number) {
  let isOver = false;
  let asked = 0;
  const failures: unknown[] = [];
  const ask = async (agent: Agent) => {
    const request = get(`${shop.url}/api/v1/products`, { agent, timeout: 10_000 });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    await reply.resume().toArray();
    if (reply.statusCode !== 200) throw new Error(`status ${reply.statusCode}`);
  };
  const running = Array.from({ length: clients }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      asked += 1;
      await ask(agent).catch((error) => failures.push(error));
      await pause(PAUSE_MS);
    }
    agent.destroy();
  });
  return {
    asked: () => asked,
    async end() {
      isOver = true;
      await Promise.all(running);
      return failures;
    },
  };
}

it('the admin port shows the metrics of all processes, each with its name', async () => {
  expect((await processes()).map(({ role }) => role).sort()).toEqual(['web', 'web', 'worker']);
  expect(new Set((await processes()).map(({ process: name }) => name)).size).toBe(3);
  const told = await (await fetch(`${shop.adminUrl}/metrics`)).text();
  expect(told.match(/^# TYPE shop_process_info gauge$/gm)).toHaveLength(1);
  expect((await fetch(`${shop.adminUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
});

it('a killed process is replaced and fails only its requests under way', {
  timeout: 60_000,
}, async () => {
  const CLIENTS = 6;
  const before = await pidsOf('web');
  const [victim = 0, other] = before;
  const clients = load(CLIENTS);
  await vi.waitFor(() => expect(clients.asked()).toBeGreaterThan(50), 10_000);
  process.kill(victim, 'SIGKILL');
  await vi.waitFor(
    async () => {
      const now = await pidsOf('web');
      expect(now).toHaveLength(2);
      expect(now).toContain(other);
      expect(now).not.toContain(victim);
    },
    { timeout: 30_000, interval: 250 },
  );
  const afterwards = clients.asked();
  await vi.waitFor(() => expect(clients.asked()).toBeGreaterThan(afterwards + 50), 10_000);
  expect((await clients.end()).length).toBeLessThanOrEqual(CLIENTS);
  expect(said).toMatch(/web-\d+ ended \(SIGKILL\) and is started again\./);
});

it('SIGHUP replaces every process without a failed request', { timeout: 90_000 }, async () => {
  const before = [...(await pidsOf('web')), ...(await pidsOf('worker'))];
  const clients = load(6);
  await vi.waitFor(() => expect(clients.asked()).toBeGreaterThan(50), 10_000);
  shop.process.kill('SIGHUP');
  await vi.waitFor(() => expect(said).toContain('All processes are renewed.'), 60_000);
  expect(await clients.end()).toEqual([]);
  const after = [...(await pidsOf('web')), ...(await pidsOf('worker'))];
  expect(after).toHaveLength(3);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('the start fails if the processes cannot start', { timeout: 60_000 }, async () => {
  const env = { DATABASE_URL: database.url, WEB_CONCURRENCY: '2', PORT: new URL(shop.url).port };
  await expect(startRole('web', env)).rejects.toThrow(
    /Port \d+ is already in use[\s\S]*A process of the shop did not start/,
  );
});

it('a stop ends all processes', { timeout: 60_000 }, async () => {
  const pids = [...(await pidsOf('web')), ...(await pidsOf('worker'))];
  shop.process.kill('SIGTERM');
  if (shop.process.exitCode === null) await once(shop.process, 'exit');
  expect(shop.process.exitCode).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
});
