import type { Json, WithDefault } from '../../platform/database/column-types.ts';

type PaymentsTable = {
  id: string;
  provider: WithDefault<string>;
  order_id: string;
  provider_order_id: string;
  method: string;
  amount_paise: number;
  status: 'captured' | 'refunding' | 'refunded';
  captured_at: Date;
};

type RefundsTable = {
  id: string;
  payment_id: string;
  order_id: string;
  amount_paise: number;
  reason: string;
  origin: WithDefault<'shop' | 'provider'>;
  status: WithDefault<'requested' | 'processed' | 'failed'>;
  provider_refund_id: string | null;
  attempt: WithDefault<number>;
  closed_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

type DisputesTable = {
  id: string;
  payment_id: string;
  order_id: string | null;
  amount_paise: number;
  deducted_paise: number;
  reason_code: string;
  reason_description: string | null;
  phase: string;
  state: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  respond_by: Date | null;
  answer_asked_at: Date | null;
  version: WithDefault<number>;
  created_at: Date;
  updated_at: Date;
};

type ProviderEventsTable = {
  id: string;
  provider: WithDefault<string>;
  type: string;
  payload: Json<object>;
  received_at: Date;
  processed_at: Date | null;
};

type SandboxSecretsTable = { name: string; secret: string };

export type PaymentTables = {
  payments: PaymentsTable;
  refunds: RefundsTable;
  disputes: DisputesTable;
  provider_events: ProviderEventsTable;
  sandbox_secrets: SandboxSecretsTable;
};
