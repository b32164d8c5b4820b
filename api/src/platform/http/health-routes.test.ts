import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setDatabaseClock } from '../../testing/data/database-clock.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createPool, type Pool } from '../database/database.ts';
import { healthRoutes } from './health-routes.ts';

const NOW = Date.parse('2031-01-01T10:00:00Z');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await setDatabaseClock(database.url, `timestamptz '${new Date(NOW).toISOString()}'`);
  pool = createPool({ url: database.url, max: 2, onError: () => {} });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await pool.end();
  await database.drop();
});

/** `offsetsMs`: the process's clock minus the database's, one for each reading; the last is repeated. */
function open(...offsetsMs: number[]) {
  const app = fastify();
  const [time, drain] = [{ ms: 0 }, { isUnderWay: false }];
  const next = () => (offsetsMs.length > 1 ? offsetsMs.shift() : offsetsMs[0]) ?? 0;
  healthRoutes(app, { pool, drain, clock: { now: () => new Date(NOW + next()) } }, () => time.ms);
  const ask = async () => {
    const reply = await app.inject('/readyz');
    return { code: reply.statusCode, body: reply.json<{ status: string; reason?: string }>() };
  };
  return { ask, time, drain };
}

const READY = { code: 200, body: { status: 'ready' } };

describe('/readyz and clocks', () => {
  it.each([
    ['two seconds ahead', [2_000]],
    ['two seconds behind', [-2_000]],
    ['right, and the database takes eight seconds to answer', [-4_000, 4_000]],
  ])('a process is ready when its clock is %s', async (_, offsets) => {
    expect(await open(...offsets).ask()).toEqual(READY);
  });

  it.each([
    ['2.1 s ahead of', [2_100]],
    ['3.2 s behind', [-3_200]],
    ['3600.0 s ahead of', [3_600_000]],
    ['2.5 s ahead of', [2_500, 9_000]],
    ['2.5 s behind', [-9_000, -2_500]],
  ])('a process is not ready when its clock is %s the database’s', async (offset, offsets) => {
    const reason = `The clock of this process is ${offset} the clock of the database. Synchronise the clocks of both machines (NTP).`;
    expect(await open(...offsets).ask()).toEqual({ code: 503, body: { status: 'not ready', reason } });
  });
});

describe('a flood of /readyz', () => {
  it('/readyz asks the database once a second and refuses no request', async () => {
    const { ask, time } = open(0);
    const query = vi.spyOn(pool, 'query');
    expect(await ask()).toEqual(READY);
    const ofOneCheck = query.mock.calls.length;
    const answers = await Promise.all(Array.from({ length: 500 }, ask));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    time.ms += 999;
    await ask();
    expect(query).toHaveBeenCalledTimes(ofOneCheck);
    time.ms += 1;
    await Promise.all(Array.from({ length: 500 }, ask));
    expect(query).toHaveBeenCalledTimes(2 * ofOneCheck);
  });

  it('/readyz answers 503 at once when the process stops', async () => {
    const { ask, drain } = open(0);
    expect(await ask()).toEqual(READY);
    drain.isUnderWay = true;
    expect(await ask()).toEqual({ code: 503, body: { status: 'stopping' } });
  });

  it('/readyz finds the database again as soon as it is back', async () => {
    const { ask } = open(0);
    vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('connection lost') as never);
    const away = { status: 'not ready', reason: 'The database does not answer, or takes no writes.' };
    expect(await Promise.all([ask(), ask()])).toEqual([
      { code: 503, body: away },
      { code: 503, body: away },
    ]);
    expect(await ask()).toEqual(READY);
  });
});
