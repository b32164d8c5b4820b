create extension if not exists fuzzystrmatch;

-- Words as people type them: 'Domino''s' is dominos, '₹1,00,000' is 100000, 'cult.fit' is two words. Products and
-- search boxes go through the same function, so that both sides always mean the same words.
create function search_text(text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    regexp_replace(regexp_replace($1, '(\d),(?=\d)', '\1', 'g'), '[''’]', '', 'g'),
    '[^a-zA-Z0-9\x80-\U0010FFFF]+|₹', ' ', 'g'
  );

alter table products drop column search;
alter table products
  add column search tsvector generated always as (
    setweight(to_tsvector('simple', search_text(title)), 'A') ||
    setweight(to_tsvector('simple', search_text(company)), 'B') ||
    setweight(to_tsvector('simple', search_text(category)), 'C') ||
    setweight(to_tsvector('simple', search_text(subtitle)), 'D')
  ) stored,
  add column rating_average real generated always as (rating_sum::real / greatest(rating_count, 1)) stored;

-- Every word the catalogue uses: what a mistyped word is compared with. Words come with their product; those that no
-- product uses any more are forgotten by a nightly job.
create table search_words (word text collate "C" primary key);
create index search_words_by_likeness on search_words using gin (word gin_trgm_ops);

create function remember_search_words() returns trigger language plpgsql as $$
begin
  -- Sorted, so that two products saved at once cannot wait for each other.
  insert into search_words
    select distinct word collate "C" as word from saved, unnest(tsvector_to_array(search)) as word order by 1
    on conflict do nothing;
  return null;
end $$;

create trigger products_created after insert on products
  referencing new table as saved for each statement execute function remember_search_words();
create trigger products_changed after update on products
  referencing new table as saved for each statement execute function remember_search_words();

insert into search_words
  select distinct word collate "C" from products, unnest(tsvector_to_array(search)) as word;

-- One index a sort, read from either end. Each carries what the filters and the expiry check look at, so that pages
-- are found and counted without touching the products themselves.
create index products_newest on products (created_at desc, id desc)
  include (expiry_date, category, company, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_price on products (price_paise, id)
  include (expiry_date, category, company)
  where is_active and not is_sold and deleted_at is null;
create index products_by_rating on products (rating_average desc, rating_count desc, id desc)
  include (expiry_date, category, company, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_expiry on products (expiry_date, id)
  include (category, company, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_category on products (category, created_at desc, id desc)
  include (expiry_date, company, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_company on products (company, created_at desc, id desc)
  include (expiry_date, category, price_paise)
  where is_active and not is_sold and deleted_at is null;
create index products_by_words on products using gin (search)
  where is_active and not is_sold and deleted_at is null;
