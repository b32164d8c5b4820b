import type { CallName } from '@shop/contract/calls/calls';
import type { TestClient } from '../api/src/testing/clients/test-client.ts';
import type { TestShop } from '../api/src/testing/test-shop.ts';

/** The signed-in administrator, and the thousand products to change, by ids or by their company. */
export type AdminSession = { client: TestClient; ids: readonly string[] };
export const THOUSAND_OF = 'Brightwater Trading';

export async function openAdminSession(shop: TestShop): Promise<AdminSession> {
  const { rows } = await shop.pool.query(
    `update products set company = $1
     where id in (select id from products order by created_at desc limit 1000) returning id`,
    [THOUSAND_OF],
  );
  return { client: await shop.admin(), ids: rows.map(({ id }) => id) };
}

type Input = NonNullable<Parameters<TestClient['call']>[1]>;

export async function ask<K extends CallName>({ client }: AdminSession, call: K, input: Input) {
  const { status, body } = await client.call(call, input);
  if (status !== 200) throw new Error(`${call} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
