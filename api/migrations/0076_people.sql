-- Knows an address again that was closed and registered anew: a keyed hash of it, on the closed account and the new one.
-- What a customer may have once stays once, and the database alone cannot tell whose hash it is.
alter table users add column person bytea;
create index users_by_person on users (person) where person is not null;
create index users_closed_email on users (lower(email)) where closed_at is not null;

-- How many orders a buyer has given up lately is asked at each order of theirs.
create index orders_given_up on orders (buyer_id, abandoned_at) where abandoned_at is not null;

-- One rating a customer and product: of several the newest stays.
with doubled as (
  select ratings.order_id, ratings.product_id,
    row_number() over (partition by ratings.product_id, orders.buyer_id order by rated_at desc, order_id) as place
  from ratings join orders on orders.id = ratings.order_id where orders.buyer_id is not null
), removed as (
  delete from ratings where order_id in (select order_id from doubled where place > 1) returning product_id, stars
), left_over as (
  select product_id, sum(stars) as stars, count(*) as count from removed group by product_id
)
update products set rating_sum = rating_sum - left_over.stars, rating_count = rating_count - left_over.count
from left_over where products.id = left_over.product_id;
