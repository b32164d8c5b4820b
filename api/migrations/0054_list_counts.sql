-- How many rows each list of the back office shows for each UTC day, so that any page is found by adding up days
-- instead of walking the rows before it. `part` is what the list filters by, such as a status.
create table list_counts (
  list text not null,
  part text not null,
  day timestamptz not null,
  count bigint not null,
  primary key (list, part, day)
);

-- What has changed since, until a job adds it to the counts. Writers only ever append, so two buyers never wait for
-- one counter; readers add both tables up in one statement, so the sum is exact at any moment.
create table list_changes (
  list text not null,
  part text not null,
  day timestamptz not null,
  change bigint not null
);

-- Keeps the counts of a table's list from now on. `part` is an expression over its columns, null for unlisted rows.
create procedure count_list(list text, at text, part text) language plpgsql as $$
declare
  source constant text :=
    format('select (%s) as part, date_trunc(''day'', %I, ''UTC'') as day, %%s as change from %%s', part, at);
  added constant text := format(source, 1, 'added');
  removed constant text := format(source, -1, 'removed');
  total constant text := 'insert into %I select %L, part, day, sum(change) from (%s) as rows
    where part is not null group by part, day having sum(change) <> 0 order by part, day';
  event record;
begin
  for event in
    select * from (values
      ('insert', 'new table as added', added),
      ('delete', 'old table as removed', removed),
      ('update', 'new table as added old table as removed', added || ' union all ' || removed)
    ) as events (name, tables, rows)
  loop
    execute format(
      'create function %I() returns trigger language plpgsql as $body$ begin %s; return null; end $body$',
      list || '_count_' || event.name, format(total, 'list_changes', list, event.rows));
    execute format(
      'create trigger %1$I after %2$s on %3$I referencing %4$s for each statement execute function %1$I()',
      list || '_count_' || event.name, event.name, list, event.tables);
  end loop;
  -- The triggers hold writers off until this commits, so nothing falls between them and the rows that are there.
  execute format(total, 'list_counts', list, format(source, 1, quote_ident(list)));
end $$;

call count_list('orders', 'created_at', 'case when abandoned_at is null then status end');
call count_list('users', 'created_at', 'case when closed_at is null then role end');
call count_list('products', 'created_at',
  'case when deleted_at is null then case when is_active then ''active'' else ''inactive'' end end');
call count_list('audit_log', 'at', '''all''');
call count_list('contacts', 'created_at', 'case when is_resolved then ''resolved'' else ''pending'' end');
