-- One code that every sale delivers, or a pool of codes of which each is sold once (decision 0022).
alter table products
  add column stock_kind text not null default 'shared' check (stock_kind in ('shared', 'pool')),
  add column low_stock_at integer check (low_stock_at >= 0),
  add column max_per_customer integer check (max_per_customer > 0),
  -- When the last of the available units expires. Follows the units as `is_sold` does; lists compare it with the
  -- clock, which passes it with nobody writing.
  add column stock_until timestamptz not null default 'infinity',
  -- What the owner was told last: each crossing is told once.
  add column stock_told text not null default 'enough' check (stock_told in ('enough', 'low', 'sold-out'));

-- Codes that came together: from one supplier, at one cost, and perhaps all bad.
create table batches (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  reference text not null,
  supplier text not null default '',
  unit_cost_paise bigint check (unit_cost_paise >= 0),
  -- Of those lines that name no day of their own.
  expires_at timestamptz,
  -- The first that any of its units expires.
  first_expires_at timestamptz not null default 'infinity',
  -- An HMAC of what was imported, to know the same file again.
  content_fingerprint bytea not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  recalled_at timestamptz,
  recall_reason text,
  expiry_told_at timestamptz,
  constraint batches_reference unique (product_id, reference)
);
create index batches_newest on batches (created_at desc, id desc);
create index batches_of_product on batches (product_id, created_at desc, id desc);
create index batches_expiring on batches (first_expires_at) where recalled_at is null;

-- Every code of every pool, sold ones included: one row for each key of the vault's ring, so that the key of this table
-- refuses a code that is there already, also while a rotation is under way.
create table code_fingerprints (
  fingerprint bytea primary key,
  key_id text not null,
  goods_id uuid not null references goods (id) on delete cascade
);
-- Only shared codes are compared by this: several products may deliver one of them.
alter table goods alter column code_fingerprint drop not null;
drop index goods_by_fingerprint;
create index goods_by_fingerprint on goods (code_fingerprint) where code_fingerprint is not null;

alter table units
  add column batch_id uuid references batches (id),
  -- A unit is sold, counted and handed over only before.
  add column expires_at timestamptz not null default 'infinity',
  -- Whether it returns to the shelf when its hold ends: not when its batch was recalled, or its code replaced by a pool.
  add column goes_back boolean not null default true;
-- What expires first is sold first, and what has expired is passed over by the index itself.
drop index units_available;
create index units_available on units (product_id, expires_at, id) where state = 'available';
create index units_by_batch on units (batch_id, state, expires_at) where batch_id is not null;
-- Nothing looks for units by these: one entry less to write at each step of a sale.
drop index units_by_goods;

-- The indexes of the public lists, which are read without touching the products, with what the lists now compare.
drop index products_newest, products_by_price, products_by_rating, products_by_expiry, products_by_category,
  products_by_company;
create index products_newest on products (created_at desc, id desc)
  include (expiry_date, stock_until, category, company, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_price on products (price_paise, id)
  include (expiry_date, stock_until, category, company)
  where is_active and not is_sold and deleted_at is null;
create index products_by_rating on products (rating_average desc, rating_count desc, id desc)
  include (expiry_date, stock_until, category, company, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_expiry on products (expiry_date, id)
  include (stock_until, category, company, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_category on products (category, created_at desc, id desc)
  include (expiry_date, stock_until, company, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_company on products (company, created_at desc, id desc)
  include (expiry_date, stock_until, category, price_paise)
  where is_active and not is_sold and deleted_at is null;

-- Who waits for a product that is sold out. One mail, then asked again or not.
create table stock_alerts (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  asked_at timestamptz not null,
  mailed_at timestamptz,
  constraint stock_alerts_once unique (product_id, user_id)
);
create index stock_alerts_waiting on stock_alerts (product_id, asked_at, id) where mailed_at is null;
create index stock_alerts_by_user on stock_alerts (user_id);

-- What is looked at every minute, to tell the owner when it runs low.
create index products_watched on products (id)
  where is_active and deleted_at is null and (low_stock_at is not null or stock_kind = 'pool');
