-- When somebody first followed a link that was mailed to the address. Null: nobody has proved the address. Which earlier
-- resets used a mailed link is not known, because a used token and a revoked one look alike.
alter table users add column email_verified_at timestamptz;
