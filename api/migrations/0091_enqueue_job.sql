-- Adding a job is four statements inside graphile-worker, whose plans for any job look dearer to PostgreSQL than planning
-- each anew. Kept, they cost a third: this is called with every sale.
create function enqueue_job(name text, payload json, run_at timestamptz, max_attempts int, key text) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform graphile_worker.add_job(name, payload, null, run_at, max_attempts, key);
end $$;
