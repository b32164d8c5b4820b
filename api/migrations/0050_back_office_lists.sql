-- Each list of the back office pages by an index and is searched by trigrams of the text that its search box means.
create index users_by_text on users using gin ((name || ' ' || email || ' ' || coalesce(mobile, '')) gin_trgm_ops);

create index products_all_newest on products (created_at, id) where deleted_at is null;
create index products_all_by_title on products (lower(title), id) where deleted_at is null;
create index products_all_by_price on products (price_paise, id) where deleted_at is null;
create index products_all_by_expiry on products (expiry_date, id) where deleted_at is null;
create index products_all_by_text on products using gin ((title || ' ' || company) gin_trgm_ops)
  where deleted_at is null;

create index audit_log_by_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_by_text on audit_log using gin ((action || ' ' || subject_id || ' ' || details::text) gin_trgm_ops);
