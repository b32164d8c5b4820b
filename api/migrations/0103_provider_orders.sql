-- The id by which the provider knows an order comes a moment after the order. In the order's own row it made a second
-- version of it, with an entry in each of its indexes. Orders opened before this have it there, and those that processes of
-- the version before open until they have ended.
create table provider_orders (
  order_id uuid primary key references orders on delete cascade,
  provider_order_id text not null unique
);
