-- With the title itself in the index, a page deep in the list by title is found without reading the products before it;
-- with what the list filters by, so is a page of those that pass.
drop index products_all_by_title;
create index products_all_by_title on products (lower(title), id) include (title) where deleted_at is null;
drop index products_all_newest;
create index products_all_newest on products (created_at, id) include (category, is_active, is_sold, expiry_date)
  where deleted_at is null;
