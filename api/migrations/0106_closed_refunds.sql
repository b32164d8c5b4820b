-- When the shop gave up a rest that is too small for the provider. Nothing more is asked for it.
alter table refunds add column closed_at timestamptz;
