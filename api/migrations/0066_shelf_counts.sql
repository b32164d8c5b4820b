-- What the public lists show, kept in the product's row, so that one condition decides which products are meant. Only
-- the clock is left to compare: `sellable_until` passes with nobody writing, and a job then marks the product as over,
-- so that the lists do not go past everything that ever expired.
alter table products
  add column is_over boolean not null default false,
  add column sellable_until timestamptz generated always as (least(expiry_date, stock_until)) stored;
alter table products
  add column is_listed boolean
    generated always as (is_active and not is_sold and deleted_at is null and not is_over) stored;

-- A product with a new date is not over, whoever gave it the date.
create function product_is_not_over() returns trigger language plpgsql as $$
begin
  new.is_over := false;
  return new;
end $$;
create trigger products_extended before update of expiry_date, stock_until on products for each row
  when (old.is_over and (old.expiry_date, old.stock_until) is distinct from (new.expiry_date, new.stock_until))
  execute function product_is_not_over();

drop index products_newest, products_by_price, products_by_rating, products_by_expiry, products_by_category,
  products_by_company, products_by_words;
create index products_newest on products (created_at desc, id desc)
  include (sellable_until, category, company, price_paise) where is_listed;
create index products_by_price on products (price_paise, id)
  include (sellable_until, category, company) where is_listed;
create index products_by_rating on products (rating_average desc, rating_count desc, id desc)
  include (sellable_until, category, company, price_paise) where is_listed;
create index products_by_expiry on products (expiry_date, id)
  include (sellable_until, category, company, price_paise) where is_listed;
create index products_by_category on products (category, created_at desc, id desc)
  include (sellable_until, company, price_paise) where is_listed;
create index products_by_company on products (company, created_at desc, id desc)
  include (sellable_until, category, price_paise) where is_listed;
create index products_by_words on products using gin (search) where is_listed;
-- Those that are over and not marked yet: what has to be taken off the counts below.
create index products_ending on products (sellable_until)
  include (created_at, category, company, price_paise) where is_listed;

-- How many listed products there are of each kind that filters can tell apart, for totals and facets. As with
-- `list_changes`, writers only append, readers add up both tables, and a job folds one into the other.
create table shelf_counts (
  category text not null,
  company text not null,
  price_paise bigint not null,
  count bigint not null,
  primary key (category, company, price_paise)
);
create index shelf_counts_by_company on shelf_counts (company, category, price_paise) include (count);
create table shelf_changes (
  category text not null,
  company text not null,
  price_paise bigint not null,
  change bigint not null
);

-- By day of creation too, as `list_counts` has it, so that a page deep in the list is found by adding up days.
create function count_listed() returns trigger language plpgsql as $$
begin
  if old.is_listed then
    insert into shelf_changes values (old.category, old.company, old.price_paise, -1);
    insert into list_changes values ('listed', old.category, date_trunc('day', old.created_at, 'UTC'), -1);
  end if;
  if new.is_listed then
    insert into shelf_changes values (new.category, new.company, new.price_paise, 1);
    insert into list_changes values ('listed', new.category, date_trunc('day', new.created_at, 'UTC'), 1);
  end if;
  return null;
end $$;
-- Of each row, because most changes of a product, and each sale, change nothing of this.
create trigger products_listed_update after update on products for each row
  when (
    (old.is_listed, old.category, old.company, old.price_paise, old.created_at)
    is distinct from (new.is_listed, new.category, new.company, new.price_paise, new.created_at)
  )
  execute function count_listed();

create function count_listed_at_once() returns trigger language plpgsql as $$
declare
  change constant bigint := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into shelf_changes
    select category, company, price_paise, change * count(*) from changed where is_listed
    group by category, company, price_paise;
  insert into list_changes
    select 'listed', category, date_trunc('day', created_at, 'UTC') as day, change * count(*) from changed where is_listed
    group by category, day;
  return null;
end $$;
create trigger products_listed_insert after insert on products
  referencing new table as changed for each statement execute function count_listed_at_once();
create trigger products_listed_delete after delete on products
  referencing old table as changed for each statement execute function count_listed_at_once();

-- The triggers hold writers off until this commits, so nothing falls between them and the rows that are there.
insert into shelf_counts
  select category, company, price_paise, count(*) from products where is_listed group by category, company, price_paise;
insert into list_counts
  select 'listed', category, date_trunc('day', created_at, 'UTC') as day, count(*) from products where is_listed
  group by category, day;
