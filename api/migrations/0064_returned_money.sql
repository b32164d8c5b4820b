-- Money can go back in parts, and by the provider's own hand: in its dashboard, or because it was never captured.
alter table refunds drop constraint refunds_payment_id_key;
alter table refunds add column origin text not null default 'shop' check (origin in ('shop', 'provider'));
create index refunds_by_payment on refunds (payment_id);
-- The shop itself asks for the return of a payment once.
create unique index refunds_by_shop on refunds (payment_id) where origin = 'shop';

-- What of the payment that an order stands on has gone back.
alter table orders add column refunded_paise bigint not null default 0;
-- The few that revenue must be lessened by.
create index orders_refunded_in_part on orders (created_at) include (product_id, refunded_paise)
  where refunded_paise > 0 and payment_status = 'completed';
