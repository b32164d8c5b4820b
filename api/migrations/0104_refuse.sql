-- For a statement that finds out by itself that what it belongs to must not be committed: COMMIT leaves with the last statements
-- of a sale, before anybody has seen their answers.
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'SR001', message = reason;
end $$;
