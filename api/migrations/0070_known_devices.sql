-- Browsers in which a person has signed in before. The cookie's value is random and only its SHA-256 is stored; a browser
-- that several people use has one cookie and a row for each of them.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_by_user on known_devices (user_id);
create index known_devices_by_age on known_devices (last_seen_at);
