-- Columns rather than expressions: the planner keeps statistics of a column, and with them tells a rare text, to be
-- looked up by trigrams, from a common one, to be met by walking the list.
alter table users add column searched text not null generated always as (lower(name || ' ' || email)) stored;
drop index users_by_text;
create index users_by_text on users using gin (searched gin_trgm_ops);
create index users_by_mobile on users using gin (mobile gin_trgm_ops);

alter table products add column searched text not null generated always as (lower(title || ' ' || company)) stored;
drop index products_all_by_text;
create index products_all_by_text on products using gin (searched gin_trgm_ops);
