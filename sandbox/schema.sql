-- Applied on the first start and after every change of this file, under an advisory lock: each statement must be
-- repeatable.
create schema if not exists sandbox;

create table if not exists sandbox.orders (
  id text primary key,
  amount bigint not null check (amount >= 100),
  receipt text check (length(receipt) <= 40),
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  attempts integer not null default 0,
  notes jsonb not null,
  created_at timestamptz not null
);
create index if not exists orders_newest on sandbox.orders (created_at desc, id);
alter table sandbox.orders drop constraint if exists orders_receipt_key;
create index if not exists orders_by_receipt on sandbox.orders (receipt);
alter table sandbox.orders add column if not exists offer_id text, add column if not exists amount_paid bigint;

create table if not exists sandbox.payments (
  id text primary key,
  order_id text not null references sandbox.orders,
  amount bigint not null,
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount),
  status text not null,
  method text not null,
  card jsonb,
  vpa text,
  failure jsonb,
  capture_at timestamptz,
  created_at timestamptz not null
);
create index if not exists payments_of_order on sandbox.payments (order_id);
alter table sandbox.payments add column if not exists offer_id text;
-- Of their own, so that databases made when there were fewer of them learn the others.
alter table sandbox.payments drop constraint if exists payments_status_check, drop constraint if exists payments_method_check;
alter table sandbox.payments
  add constraint payments_status_check check (status in ('created', 'pending', 'authorized', 'captured', 'failed')),
  add constraint payments_method_check check (method in ('card', 'upi', 'cod'));
drop index if exists sandbox.payments_to_capture;
create index if not exists payments_due on sandbox.payments (capture_at) where capture_at is not null;

create table if not exists sandbox.refunds (
  id text primary key,
  payment_id text not null references sandbox.payments,
  amount bigint not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
  receipt text,
  notes jsonb not null,
  idempotency_key text unique,
  request_hash text not null,
  settle_at timestamptz not null,
  will_fail boolean not null,
  created_at timestamptz not null
);
alter table sandbox.refunds
  add column if not exists is_announced boolean not null default true,
  add column if not exists speed_requested text not null default 'normal',
  add column if not exists speed_processed text not null default 'normal';
alter table sandbox.refunds drop constraint if exists refunds_status_check;
alter table sandbox.refunds
  add constraint refunds_status_check check (status in ('pending', 'processed', 'failed', 'reversed'));
create index if not exists refunds_of_payment on sandbox.refunds (payment_id);
create index if not exists refunds_to_settle on sandbox.refunds (settle_at) where status = 'pending';

create table if not exists sandbox.disputes (
  id text primary key,
  payment_id text not null references sandbox.payments,
  amount bigint not null check (amount > 0),
  amount_deducted bigint not null default 0 check (amount_deducted between 0 and amount),
  reason_code text not null,
  phase text not null check (phase in ('fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration')),
  status text not null default 'open' check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  respond_by timestamptz not null,
  submitted_at timestamptz,
  created_at timestamptz not null
);
create unique index if not exists disputes_undecided on sandbox.disputes (payment_id)
  where status in ('open', 'under_review');

create table if not exists sandbox.webhooks (
  id integer generated always as identity primary key,
  event_id text not null,
  event text not null,
  body text not null,
  held boolean not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz
);
create index if not exists webhooks_to_deliver on sandbox.webhooks (due_at) where delivered_at is null and not held;

create table if not exists sandbox.faults (
  id integer generated always as identity primary key,
  operation text not null,
  behaviour text not null,
  phase text not null check (phase in ('before', 'after')),
  remaining integer not null check (remaining >= 0)
);

-- How often tests saw each operation called.
create table if not exists sandbox.calls (
  operation text primary key,
  count integer not null
);
