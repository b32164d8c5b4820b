-- Version 1.2.0 stored texts as they were typed, without Unicode normalization, so that a search may not find them.
-- A job normalizes them: now, and again when processes of the old version have stopped. A new shop has no such
-- texts, and no job queue yet.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('normalize-texts', run_at => due)
      from unnest(array[now(), now() + interval '10 minutes']) as due;
  end if;
end $$;
