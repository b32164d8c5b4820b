-- What an order delivered, under a key that the database does not hold: order, buyer, units and goods. A unit that is
-- pointed at other goods by hand reveals nothing. Null until the next start for what was delivered before.
alter table deliveries add column proof bytea, add column proof_key text;
create index deliveries_unproved on deliveries (order_id) where proof is null;
