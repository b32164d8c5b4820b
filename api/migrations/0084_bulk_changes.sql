-- What products were before they were changed together or deleted, so that it can be taken back for a while.
create table bulk_changes (
  id uuid primary key,
  made_by uuid not null references users (id),
  made_at timestamptz not null,
  products jsonb not null,
  undone_at timestamptz
);
create index bulk_changes_by_age on bulk_changes (made_at);
