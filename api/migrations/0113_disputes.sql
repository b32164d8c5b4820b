-- A dispute (chargeback) about a payment, as the provider last described it; its id is the provider's.
create table disputes (
  id text primary key,
  -- Both are unknown to the shop until it has settled the payment; the dispute already keeps it from being refunded.
  payment_id text not null,
  order_id uuid references orders,
  amount_paise bigint not null,
  -- What the provider has taken from the shop for it, at its opening or when it was lost; 0 again once it is won.
  deducted_paise bigint not null,
  reason_code text not null,
  reason_description text,
  phase text not null,
  state text not null check (state in ('open', 'under_review', 'won', 'lost', 'closed')),
  respond_by timestamptz,
  -- When the provider last asked the shop for an answer: each time is told once.
  answer_asked_at timestamptz,
  -- Counts the changes: an answer of the provider that was asked for before another one was stored is not stored.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index disputes_by_payment on disputes (payment_id);
create index disputes_by_order on disputes (order_id);
