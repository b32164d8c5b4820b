create table contacts (
  id uuid primary key,
  source text not null check (source in ('contact', 'bug-report')),
  name text not null,
  email text not null,
  contact_type text not null,
  subject text not null,
  message text not null,
  is_resolved boolean not null default false,
  resolved_at timestamptz,
  created_at timestamptz not null
);
create index contacts_newest on contacts (created_at desc, id desc);
create index contacts_by_status on contacts (is_resolved, created_at desc, id desc);

create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid references users (id) on delete set null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null default '{}'
);
create index audit_log_newest on audit_log (at desc, id desc);
