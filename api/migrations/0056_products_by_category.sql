-- The products' list filters by category too, so they are counted by that as well, from the beginning.
drop function products_count_insert, products_count_update, products_count_delete cascade;
delete from list_counts where list = 'products';
delete from list_changes where list = 'products';
call count_list('products', 'created_at',
  'case when deleted_at is null then category || case when is_active then '' active'' else '' inactive'' end end');
