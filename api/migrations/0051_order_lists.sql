-- The contract's rule of which status follows from which facts (decision 9), where lists can filter by it.
alter table orders add column status text not null generated always as (
  case
    when payment_status in ('failed', 'refunded') then 'cancelled'
    when is_delivered then 'completed'
    when payment_status = 'completed' then 'processing'
    when abandoned_at is not null then 'cancelled'
    else 'pending'
  end
) stored;

-- Carries what the dashboard adds up, so that a quarter's sales are read without touching the orders themselves.
create index orders_listed on orders (created_at, id)
  include (status, amount_paid_paise, product_id, quantity)
  where abandoned_at is null;
drop index orders_newest;
create index orders_listed_by_status on orders (status, created_at, id) where abandoned_at is null;
create index orders_listed_by_amount on orders (amount_paise, id) where abandoned_at is null;
-- Screens show the last 6 or 8 characters of an id, so that is what people look for.
create index orders_listed_by_id_end on orders (reverse(right(id::text, 12)) text_pattern_ops)
  where abandoned_at is null;
