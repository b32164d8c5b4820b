-- Which provider an order was opened at, a payment was made through and a notice came from.
alter table orders add column provider text not null default 'razorpay';
alter table payments add column provider text not null default 'razorpay';
alter table provider_events add column provider text not null default 'razorpay';
