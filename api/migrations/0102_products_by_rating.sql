-- concurrently
-- The back office sorts all products by their rating too, as the shop does those on sale.
create index concurrently products_all_by_rating on products (rating_average, id) where deleted_at is null;
