-- For its owner to see and end: an id that opens nothing, unlike what its hash is of, and the device in words.
alter table sessions add column id uuid not null default gen_random_uuid();
alter table sessions add column device text not null default 'Unknown device';
create unique index sessions_by_id on sessions (id);
