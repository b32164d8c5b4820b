-- What had gone back before 0064 was never entered, and every past refund read 'on its way'. A job enters it, part by part:
-- at once, and again when the processes of the version before have surely ended, which enter nothing. A new shop has no past,
-- and no queue yet.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('enter-past-refunds', run_at => due)
      from unnest(array[now(), now() + interval '10 minutes']) as due;
  end if;
end $$;
