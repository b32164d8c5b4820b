-- When to ask the provider next whether money came for an order; null when nothing more can come.
alter table orders add column next_check_at timestamptz;
create index orders_to_check on orders (next_check_at) where next_check_at is not null;
drop index orders_unsettled;

-- A refund that the provider could not carry out is asked for again, under a new idempotency key.
alter table refunds add column attempt integer not null default 1;
