create table orders (
  id uuid primary key,
  buyer_id uuid references users (id) on delete set null,
  product_id uuid not null references products (id),
  quantity integer not null check (quantity > 0),
  amount_paise bigint not null check (amount_paise >= 0),
  amount_paid_paise bigint not null default 0 check (amount_paid_paise >= 0),
  payment_method text not null default 'card',
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'completed', 'failed', 'refunded')),
  is_delivered boolean not null default false,
  is_one_time_use boolean not null,
  -- Unpaid and given up by its buyer, or timed out: in no list, kept for money that comes late.
  abandoned_at timestamptz,
  hold_until timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  receipt text not null unique,
  provider_order_id text unique,
  provider_payment_id text unique,
  idempotency_key text,
  idempotency_hash bytea,
  product_details jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index orders_idempotency on orders (buyer_id, idempotency_key) where idempotency_key is not null;
-- One-time use: at most one live order a customer, whatever happens at once.
create unique index orders_one_live on orders (buyer_id, product_id)
  where is_one_time_use and abandoned_at is null and payment_status in ('pending', 'completed');
create index orders_by_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_by_product on orders (product_id);
create index orders_unsettled on orders (created_at) where payment_status = 'pending';

-- One row per sellable use.
create table units (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  goods_id uuid not null references goods (id),
  state text not null default 'available' check (state in ('available', 'held', 'sold', 'withdrawn')),
  order_id uuid references orders (id),
  held_until timestamptz,
  check ((state in ('held', 'sold')) = (order_id is not null)),
  check ((state = 'held') = (held_until is not null))
);
create index units_available on units (product_id, id) where state = 'available';
create index units_held on units (held_until) where state = 'held';
create index units_by_order on units (order_id) where order_id is not null;
create index units_by_product on units (product_id, state);
create index units_by_goods on units (goods_id);

-- The keys, not a prior check, make delivery happen once per order and per unit.
create table deliveries (
  order_id uuid primary key references orders (id),
  delivered_at timestamptz not null
);
create table delivered_units (
  unit_id uuid primary key references units (id),
  order_id uuid not null references deliveries (order_id)
);
create index delivered_units_by_order on delivered_units (order_id);

create table payments (
  id text primary key,
  order_id uuid not null references orders (id),
  provider_order_id text not null,
  method text not null,
  amount_paise bigint not null,
  status text not null check (status in ('captured', 'refunding', 'refunded')),
  captured_at timestamptz not null
);
create index payments_by_order on payments (order_id);

create table refunds (
  id uuid primary key,
  payment_id text not null unique references payments (id),
  order_id uuid not null references orders (id),
  amount_paise bigint not null,
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'processed', 'failed')),
  provider_refund_id text unique,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refunds_open on refunds (created_at) where status <> 'processed';

create table provider_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz
);
create index provider_events_open on provider_events (received_at) where processed_at is null;

create table reveals (
  id uuid primary key,
  order_id uuid not null references orders (id),
  user_id uuid references users (id) on delete set null,
  revealed_at timestamptz not null
);
create index reveals_by_order on reveals (order_id, revealed_at desc);

create table ratings (
  order_id uuid primary key references orders (id),
  product_id uuid not null references products (id),
  stars integer not null check (stars between 1 and 5),
  worked boolean not null,
  rated_at timestamptz not null
);
create index ratings_by_product on ratings (product_id);
