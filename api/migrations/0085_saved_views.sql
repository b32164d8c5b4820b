-- Searches and filters of the back office's lists that a person has given a name.
create table saved_views (
  id uuid primary key,
  user_id uuid not null references users (id),
  list text not null,
  name text not null,
  search text not null,
  created_at timestamptz not null
);
create unique index saved_views_by_name on saved_views (user_id, list, lower(name));
