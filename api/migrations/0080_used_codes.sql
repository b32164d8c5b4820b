-- When its buyer said that they have used what they bought; a note of theirs, which changes nothing else.
alter table orders add column used_at timestamptz;
