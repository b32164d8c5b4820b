-- The words of a deleted product are forgotten at night, and have to come back with it.
create or replace trigger products_changed after update on products for each row
  when (old.search is distinct from new.search or (old.deleted_at is not null and new.deleted_at is null))
  execute function remember_words_of_product();
