import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

const ROWS = 12_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.pool.query(`
    create table removals (rows int);
    create function note_removal() returns trigger language plpgsql as $$ begin
      insert into removals select count(*) from removed;
      insert into contacts (id, source, name, email, contact_type, subject, message, created_at)
      values (gen_random_uuid(), 'contact', 'Written meanwhile', 'a@example.com', 'general', 'x', 'x', now() + interval '1 second');
      return null;
    end $$;
    create trigger note_removal after delete on contacts
      referencing old table as removed for each statement execute function note_removal()`);
});
afterAll(() => shop.close());

it('deleting all enquiries works in batches and keeps those that arrive meanwhile', async () => {
  await shop.pool.query(
    `insert into contacts (id, source, name, email, contact_type, subject, message, is_resolved, created_at)
     select gen_random_uuid(), 'contact', 'Asha Rao', 'asha@example.com', 'general', 'x', 'x', n % 2 = 0, now() - n * interval '1 minute'
     from generate_series(1, $1) n`,
    [ROWS],
  );
  const admin = await shop.admin();
  expect((await admin.call('listContacts')).body.stats.total).toBe(ROWS);
  expect((await admin.call('deleteAllContacts')).status).toBe(200);

  const removals = (await shop.pool.query<{ rows: number }>('select rows from removals')).rows.map(({ rows }) => rows);
  expect(removals.reduce((sum, rows) => sum + rows, 0)).toBe(ROWS);
  // One statement for all rows would exceed the timeout with a million rows.
  expect(Math.max(...removals)).toBeLessThan(ROWS / 2);

  const { data, stats } = (await admin.call('listContacts', { query: { limit: 100 } })).body;
  expect(data.map(({ name }) => name)).toEqual(removals.map(() => 'Written meanwhile'));
  expect(stats).toMatchObject({ total: removals.length, resolved: 0, pending: removals.length });

  const { rows: log } = await shop.pool.query("select details from audit_log where action = 'contact.all-deleted'");
  expect(log).toEqual([{ details: { count: ROWS } }]);
});
