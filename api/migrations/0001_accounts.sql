create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  mobile text,
  role text not null default 'customer' check (role in ('customer', 'moderator', 'admin')),
  password_hash text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A closed account keeps its row for its orders; its email is free again.
  closed_at timestamptz
);
create unique index users_open_email on users (lower(email)) where closed_at is null;
create index users_newest on users (created_at desc, id desc) where closed_at is null;
create index users_by_role on users (role, created_at desc, id desc) where closed_at is null;

-- Only the SHA-256 of a session id or reset token is stored: a leaked dump signs nobody in.
create table sessions (
  id_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- One row a user: asking again replaces it, so only the newest link works.
create table reset_tokens (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Fixed windows counted in the database, so that limits hold across processes.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);
create index rate_limits_by_age on rate_limits (window_start);
