-- What an administrator may do; null is everything. Whoever was an administrator before this is an owner.
alter table users add column permissions text[]
  check (permissions <@ array['catalogue', 'stock', 'orders', 'support', 'people', 'settings']);
