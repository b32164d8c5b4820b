create extension if not exists pg_trgm;

create table products (
  id uuid primary key,
  title text not null,
  subtitle text not null default '',
  company text not null,
  category text not null check (category in ('Coupon', 'Voucher', 'Gift Card', 'Software Key', 'Membership', 'Other')),
  price_paise bigint not null check (price_paise >= 0),
  original_price_paise bigint check (original_price_paise >= 0),
  details text[] not null default '{}',
  how_to_redeem text[] not null default '{}',
  terms_and_conditions text[] not null default '{}',
  expiry_date timestamptz not null,
  is_one_time_use boolean not null default false,
  is_active boolean not null default false,
  -- Whether no unit is available. Follows the units; a job repairs it where two claims crossed.
  is_sold boolean not null default false,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  -- Sealed code and link as they stand in the admin's form; each unit points at the goods it delivers.
  goods_id uuid,
  uploaded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  search tsvector generated always as (
    setweight(to_tsvector('simple', title), 'A') ||
    setweight(to_tsvector('simple', company), 'A') ||
    setweight(to_tsvector('simple', category), 'B') ||
    setweight(to_tsvector('simple', subtitle), 'C')
  ) stored
);

-- What a product delivers: one code (and link) sealed with AES-256-GCM. The fingerprint is an HMAC, for duplicates.
create table goods (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  key_id text not null,
  code_sealed bytea not null,
  code_fingerprint bytea not null,
  link_sealed bytea,
  created_at timestamptz not null default now()
);
create index goods_by_product on goods (product_id);
create index goods_by_key on goods (key_id);
create index goods_by_fingerprint on goods (code_fingerprint);
alter table products add constraint products_goods foreign key (goods_id) references goods (id);

create table images (
  id text primary key,
  product_id uuid references products (id) on delete set null,
  position integer not null default 0,
  width integer not null,
  height integer not null,
  widths integer[] not null,
  created_at timestamptz not null default now()
);
create index images_by_product on images (product_id, position);
