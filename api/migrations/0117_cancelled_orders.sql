-- When an administrator set an unpaid order to Failed, Pending or Refunded for the first time. The order stays in the lists.
alter table orders add column cancelled_at timestamptz;
