-- A mail job that is tried again makes the same token again. These two columns keep it from bringing back a token that
-- was used, or that a newer request replaced.
alter table reset_tokens add column requested_at timestamptz not null default now();
alter table reset_tokens add column used_at timestamptz;
create index reset_tokens_by_expiry on reset_tokens (expires_at);
