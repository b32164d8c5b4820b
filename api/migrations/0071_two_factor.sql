-- One-time codes of an authenticator app. `last_step` is the newest time step whose code was used: it and all before it
-- are used up. Until `confirmed_at` nobody has shown that their app knows the secret, and sign-in does not ask for it.
create table two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  key_id text not null,
  secret_sealed bytea not null,
  last_step bigint not null default 0,
  started_at timestamptz not null,
  confirmed_at timestamptz
);

-- Random enough (80 bits) that its SHA-256 tells nothing.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A step that must be followed by another one soon, and once: the password given and the code not yet, or a challenge
-- that a passkey has to sign. Only the hash of what the browser holds is stored.
create table sign_in_tickets (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-step', 'passkey', 'new-passkey')),
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_tickets_by_user on sign_in_tickets (user_id);
create index sign_in_tickets_by_expiry on sign_in_tickets (expires_at);

-- When whoever uses the session last proved who they are (null: when it began), and whether by more than a password.
alter table sessions add column proved_at timestamptz;
alter table sessions add column has_second_factor boolean not null default false;
