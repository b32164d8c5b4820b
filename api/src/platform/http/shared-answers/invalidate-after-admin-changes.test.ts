import type { Access } from '@shop/contract/calls/calls';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { invalidateAfterAdminChanges } from './invalidate-after-admin-changes.ts';

function open(access: Access, status = 200, refusedWith?: number) {
  const app = Fastify();
  if (refusedWith !== undefined)
    app.addHook('onRequest', (_, __, done) => done(Object.assign(new Error(), { statusCode: refusedWith })));
  const seen = { invalidated: 0 };
  invalidateAfterAdminChanges(app, () => {
    seen.invalidated += 1;
  });
  app.post('/', { config: { access } }, async (_, reply) => reply.status(status).send({ done: true }));
  const change = async (times: number) => {
    for (let time = 0; time < times; time += 1) await app.inject({ method: 'POST', url: '/' });
  };
  return { seen, change };
}

it.each([200, 201, 500, 503])('an admin call whose handler answers %i empties the memory', async (status) => {
  const { seen, change } = open('admin', status);
  await change(33);
  expect(seen.invalidated).toBe(33);
});

it.each([403, 404, 409, 422])('an admin call whose handler answers %i empties nothing', async (status) => {
  const { seen, change } = open('admin', status);
  await change(1);
  expect(seen.invalidated).toBe(0);
});

it.each([401, 403, 429, 503])('an admin call refused with %i before its handler empties nothing', async (refusal) => {
  const { seen, change } = open('admin', 200, refusal);
  await change(1);
  expect(seen.invalidated).toBe(0);
});

it.each(['signed-in', 'everyone', 'provider'] as const)('a call with access %s empties nothing', async (access) => {
  const { seen, change } = open(access);
  await change(1);
  expect(seen.invalidated).toBe(0);
});
