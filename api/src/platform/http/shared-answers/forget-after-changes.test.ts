import type { Access } from '@shop/contract/calls/calls';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { CUSTOMERS_CHANGES, forgetAfterChanges } from './forget-after-changes.ts';

function open(access: Access, status = 200, refusedWith?: number) {
  const app = Fastify();
  if (refusedWith !== undefined)
    app.addHook('onRequest', (_, __, done) => done(Object.assign(new Error(), { statusCode: refusedWith })));
  const seen = { forgotten: 0, now: 5_000 };
  const forget = () => {
    seen.forgotten += 1;
  };
  forgetAfterChanges(app, { forget, now: () => seen.now });
  app.post('/', { config: { access } }, async (_, reply) => reply.status(status).send({ done: true }));
  const change = async (times: number) => {
    for (let time = 0; time < times; time += 1) await app.inject({ method: 'POST', url: '/' });
  };
  return { seen, change };
}

const { atOnce, aSecond } = CUSTOMERS_CHANGES;

it('forgets for customers, and in a rush not before a second has passed without any', async () => {
  const { seen, change } = open('signed-in');
  await change(atOnce + 3);
  expect(seen.forgotten).toBe(atOnce);
  seen.now -= 60_000;
  await change(1);
  expect(seen.forgotten).toBe(atOnce);
  for (let half = 0; half < 4; half += 1) {
    seen.now += 500;
    await change(1);
  }
  expect(seen.forgotten).toBe(atOnce);
  seen.now += 1_000;
  await change(aSecond + 3);
  expect(seen.forgotten).toBe(atOnce + aSecond);
});

it('forgets nothing for a customer who was refused', async () => {
  const { seen, change } = open('signed-in', 409);
  await change(1);
  expect(seen.forgotten).toBe(0);
});

it.each([200, 201, 500, 503])('forgets each time the handler of an admin call answers %i', async (status) => {
  const { seen, change } = open('admin', status);
  await change(atOnce + 3);
  expect(seen.forgotten).toBe(atOnce + 3);
});

it.each([403, 404, 409, 422])('forgets nothing when the handler of an admin call answers %i', async (status) => {
  const { seen, change } = open('admin', status);
  await change(1);
  expect(seen.forgotten).toBe(0);
});

it.each([401, 403, 429, 503])(
  'forgets nothing for an admin call refused with %i before its handler',
  async (refusal) => {
    const { seen, change } = open('admin', 200, refusal);
    await change(1);
    expect(seen.forgotten).toBe(0);
  },
);

it('forgets nothing for visitors, whose calls change nothing that is shown', async () => {
  const { seen, change } = open('everyone');
  await change(1);
  expect(seen.forgotten).toBe(0);
});
