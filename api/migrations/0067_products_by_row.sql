-- A trigger of a statement runs although no row was changed, and every sale asks whether its product is sold out now, which
-- it seldom is. Those of products ask each row that did change whether it changed anything they keep.
drop function products_count_update cascade;
create function products_count_update() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    insert into list_changes values (
      'products', old.category || case when old.is_active then ' active' else ' inactive' end,
      date_trunc('day', old.created_at, 'UTC'), -1
    );
  end if;
  if new.deleted_at is null then
    insert into list_changes values (
      'products', new.category || case when new.is_active then ' active' else ' inactive' end,
      date_trunc('day', new.created_at, 'UTC'), 1
    );
  end if;
  return null;
end $$;
create trigger products_count_update after update on products for each row
  when (
    (old.deleted_at is null, old.category, old.is_active, old.created_at)
    is distinct from (new.deleted_at is null, new.category, new.is_active, new.created_at)
  )
  execute function products_count_update();

drop trigger products_changed on products;
create function remember_words_of_product() returns trigger language plpgsql as $$
begin
  -- Sorted, so that two products saved at once cannot wait for each other.
  insert into search_words
    select distinct word collate "C" as word from unnest(tsvector_to_array(new.search)) as word order by 1
    on conflict do nothing;
  return null;
end $$;
create trigger products_changed after update on products for each row
  when (old.search is distinct from new.search) execute function remember_words_of_product();
