-- Where an act came from: the address and the device, for as long as somebody may say that it was not them (90 days).
alter table audit_log add column address text, add column device text;
alter table reveals add column address text, add column device text;
create index audit_log_traced on audit_log (at) where address is not null;
create index reveals_traced on reveals (revealed_at) where address is not null;

-- Every try at a password. Without a user where there is no such account: what was typed instead is not kept.
create table sign_ins (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid references users (id) on delete cascade,
  is_success boolean not null,
  address text not null,
  device text not null
);
create index sign_ins_newest on sign_ins (at desc, id desc);
create index sign_ins_by_user on sign_ins (user_id, at desc, id desc);
