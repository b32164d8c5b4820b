import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let app: FastifyInstance;
beforeAll(async () => {
  shop = await openTestShop();
  app = await createApp(shop, { web: false });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await app.close();
  await shop.close();
});

/** Sends the body of an admin call five seconds after its head, and changes the admin in between. */
async function deactivateLate(meanwhile: string) {
  const admin = await shop.admin();
  const { id } = await buildProduct(shop);
  const payload = new Readable({
    // The server reads the body after its first lookup of the session.
    async read() {
      await shop.pool.query(meanwhile, [admin.user.id]);
      const now = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => now + 5_000);
      this.push(JSON.stringify({ ids: [id], action: 'deactivate' }));
      this.push(null);
    },
  });
  const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ');
  const headers = { cookie, 'content-type': 'application/json' };
  const reply = await app.inject({ method: 'POST', url: '/api/v1/admin/products/bulk', headers, payload });
  const { rows } = await shop.pool.query('select is_active from products where id = $1', [id]);
  return [reply.statusCode, rows[0].is_active];
}

it.each([
  ['the session has ended', 'delete from sessions where user_id = $1', [401, true]],
  ['the role has changed', "update users set role = 'customer' where id = $1", [403, true]],
  ['nothing has changed', 'select $1::uuid', [200, false]],
])('a call with a late body is decided by the rights at its end: %s', async (_, meanwhile, outcome) => {
  expect(await deactivateLate(meanwhile)).toEqual(outcome);
});
