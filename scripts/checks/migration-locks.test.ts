import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findLockingStatements } from './migration-locks.ts';

const FOLDER = join(import.meta.dirname, '../../api/migrations');
/** Migrations up to this one are older than the rule and are never edited. */
const RELEASED = '0085_saved_views.sql';

it('no migration blocks a running shop', () => {
  const newer = readdirSync(FOLDER).filter((name) => name > RELEASED);
  const complaints = newer.map((name) => [name, findLockingStatements(readFileSync(join(FOLDER, name), 'utf8'))]);
  expect(complaints.filter(([, reasons]) => reasons?.length)).toEqual([]);
});

it.each([
  ['alter table orders alter column quantity type bigint;', 'rewrites the table'],
  ['alter table orders add column key uuid not null default gen_random_uuid();', 'a default that is not constant'],
  ['alter table orders add column at timestamptz default clock_timestamp();', 'a default that is not constant'],
  ['alter table orders add column number bigserial;', 'rewrites the table'],
  ['alter table orders add column double int generated always as (quantity * 2) stored;', 'rewrites the table'],
  ['alter table orders add column a text, add column b int default random();', 'a default that is not constant'],
  ['create index on orders (created_at);', 'stops every writer'],
  ['create unique index orders_by_key\n  on orders (key);', 'stops every writer'],
  ['alter table orders add constraint positive check (quantity > 0);', 'NOT VALID'],
  ['alter table orders add foreign key (user_id) references users (id);', 'NOT VALID'],
  ['alter table orders add column user_id uuid references users (id);', 'NOT VALID'],
  ['alter table orders add constraint one unique (key);', 'USING INDEX'],
  ['alter table orders alter column note set not null;', 'CHECK'],
  ['alter table orders rename column note to remark;', 'the version before'],
  ['alter table orders drop column note;', '-- contract'],
  ['drop table wishes;', '-- contract'],
  ['drop index orders_by_key;', 'CONCURRENTLY'],
  ['update orders set note = null;', 'by a job'],
  ['lock table orders;', 'locks a whole table'],
  ['-- concurrently\nalter table orders add column note text;', 'is no index'],
])('the check refuses %s', (sql, reason) => {
  expect(findLockingStatements(sql).join('\n')).toContain(reason);
});

it.each([
  'create table wishes (id uuid primary key); create index on wishes (id); alter table wishes alter column id type text;',
  "alter table orders add column note text not null default '', add column at timestamptz default now();",
  'alter table orders add constraint positive check (quantity > 0) not valid;',
  'alter table orders validate constraint positive;',
  'alter table orders add constraint one unique using index orders_by_key;',
  '-- contract\nalter table orders drop column note;',
  '-- concurrently\ncreate index concurrently orders_by_note on orders (note);\ndrop index concurrently if exists old_one;',
  'create function note() returns trigger language plpgsql as $$ begin update orders set note = 1; return new; end $$;',
])('the check accepts %s', (sql) => {
  expect(findLockingStatements(sql)).toEqual([]);
});
