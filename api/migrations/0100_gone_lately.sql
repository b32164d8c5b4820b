-- concurrently
-- The dashboard compares today with what there was, so those counted that have gone since.
create index concurrently products_gone on products (deleted_at, created_at) where deleted_at is not null;
create index concurrently users_gone on users (closed_at, created_at) where closed_at is not null;
