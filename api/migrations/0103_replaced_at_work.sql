-- A job that adds its own next step under the same key is replaced while it is at work. graphile-worker then calls it given
-- up at once, so that one whose process dies before it can say that it has ended stays in the queue for ever, as if a person
-- had to look at it. It only loses its key: ended, it goes; killed, it is done again.
create or replace function enqueue_job(name text, payload json, run_at timestamptz, max_attempts int, key text) returns void
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if key is null then
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
      select id, enqueue_job.payload, coalesce(enqueue_job.run_at, now()), enqueue_job.max_attempts
      from graphile_worker._private_tasks where identifier = name;
    if found then
      perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}');
      return;
    end if;
  else
    update graphile_worker._private_jobs as jobs set key = null
      where jobs.key = enqueue_job.key and jobs.locked_at is not null;
  end if;
  perform graphile_worker.add_job(name, payload, null, run_at, max_attempts, key);
end $$;
