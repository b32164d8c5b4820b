-- graphile-worker looks for a job with the same key even where there is no key, and where that was planned while the queue
-- was empty it reads all that wait: a sale took the longer the more mails were waiting. A job without a key is added as it adds one itself;
-- what has a key, or is the first of its name, goes its way, with the index on keys.
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
  end if;
  perform graphile_worker.add_job(name, payload, null, run_at, max_attempts, key);
end $$;
