-- concurrently
-- The dashboard compares today with what there was, so those counted that have gone since.
create index concurrently if not exists products_gone on products (deleted_at, created_at) where deleted_at is not null;
create index concurrently if not exists users_gone on users (closed_at, created_at) where closed_at is not null;
