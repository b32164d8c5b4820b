-- What the back office's search box looks in, in one text, so that one index answers it.
alter table contacts
  add column searched text generated always as (lower(name || ' ' || email || ' ' || subject)) stored;
create index contacts_by_text on contacts using gin (searched gin_trgm_ops);
