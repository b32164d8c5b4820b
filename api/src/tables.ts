import type { OrderStatus, PaymentStatus } from '@shop/contract/order-status';
import type { Product } from '@shop/contract/products/product';
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from 'kysely';
import type {
  KnownDevicesTable,
  PasskeysTable,
  RecoveryCodesTable,
  ResetTokensTable,
  SavedViewsTable,
  SessionsTable,
  SignInsTable,
  SignInTicketsTable,
  TwoFactorTable,
  UsersTable,
} from './account-tables.ts';
import type {
  BulkChangesTable,
  ImagesTable,
  ProductsTable,
  RatingsTable,
  SearchWordsTable,
  StockAlertsTable,
  WishesTable,
} from './catalogue-tables.ts';
import type { Instant, Json, WithDefault } from './column-types.ts';

/** The tables of `migrations/`, as the queries see them. Paise are `bigint` there and safe integers here. */
type RateLimitsTable = { key: string; window_start: Date; hits: number };

type GoodsTable = {
  id: string;
  product_id: string;
  key_id: string;
  code_sealed: Buffer;
  /** Null in a pool, whose codes are in `code_fingerprints`. */
  code_fingerprint: Buffer | null;
  link_sealed: Buffer | null;
  created_at: WithDefault<Date>;
};

type CodeFingerprintsTable = { fingerprint: Buffer; key_id: string; goods_id: string };

type BatchesTable = {
  id: string;
  product_id: string;
  reference: string;
  supplier: WithDefault<string>;
  unit_cost_paise: number | null;
  expires_at: Date | null;
  first_expires_at: Instant;
  content_fingerprint: Buffer;
  created_by: string | null;
  created_at: Date;
  recalled_at: Date | null;
  recall_reason: string | null;
  expiry_told_at: Date | null;
};

export type UnitState = 'available' | 'held' | 'sold' | 'withdrawn';
type UnitsTable = {
  id: string;
  product_id: string;
  goods_id: string;
  state: WithDefault<UnitState>;
  order_id: string | null;
  held_until: Date | null;
  batch_id: string | null;
  expires_at: Instant;
  goes_back: WithDefault<boolean>;
};

type OrdersTable = {
  id: string;
  buyer_id: string | null;
  product_id: string;
  quantity: number;
  amount_paise: number;
  amount_paid_paise: WithDefault<number>;
  refunded_paise: WithDefault<number>;
  payment_method: WithDefault<string>;
  payment_status: WithDefault<PaymentStatus>;
  is_delivered: WithDefault<boolean>;
  is_one_time_use: boolean;
  abandoned_at: Date | null;
  /** See `cancelledAt` in orders.rules.ts. */
  cancelled_at: Date | null;
  hold_until: Date | null;
  paid_at: Date | null;
  delivered_at: Date | null;
  used_at: Date | null;
  receipt: string;
  provider: WithDefault<string>;
  /** Of orders opened before 0103. Nobody writes it any more. */
  provider_order_id: ColumnType<string | null, never, never>;
  provider_payment_id: string | null;
  idempotency_key: string | null;
  idempotency_hash: Buffer | null;
  product_details: Json<Product>;
  next_check_at: Date | null;
  status: GeneratedAlways<OrderStatus>;
  created_at: Date;
  updated_at: Date;
};

type ProviderOrdersTable = { order_id: string; provider_order_id: string };

type DeliveriesTable = {
  order_id: string;
  delivered_at: Date;
  proof: Buffer | null;
  proof_key: string | null;
};
type DeliveredUnitsTable = { unit_id: string; order_id: string };

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

type RevealsTable = {
  id: string;
  order_id: string;
  user_id: string | null;
  revealed_at: Date;
  address: WithDefault<string | null>;
  device: WithDefault<string | null>;
};

type ContactsTable = {
  id: string;
  source: 'contact' | 'bug-report';
  name: string;
  email: string;
  contact_type: string;
  subject: string;
  message: string;
  is_resolved: WithDefault<boolean>;
  resolved_at: Date | null;
  created_at: Date;
  searched: Generated<string>;
};

type AuditLogTable = {
  id: string;
  at: Date;
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  details: Json<Record<string, unknown>>;
  address: WithDefault<string | null>;
  device: WithDefault<string | null>;
  searched: GeneratedAlways<string>;
};

type ListCountsTable = { list: string; part: string; day: Date; count: number };
type ListChangesTable = { list: string; part: string; day: Date; change: number };

type SandboxSecretsTable = { name: string; secret: string };

export type Tables = {
  users: UsersTable;
  sessions: SessionsTable;
  two_factor: TwoFactorTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  sign_in_tickets: SignInTicketsTable;
  known_devices: KnownDevicesTable;
  reset_tokens: ResetTokensTable;
  rate_limits: RateLimitsTable;
  products: ProductsTable;
  search_words: SearchWordsTable;
  goods: GoodsTable;
  code_fingerprints: CodeFingerprintsTable;
  batches: BatchesTable;
  stock_alerts: StockAlertsTable;
  wishes: WishesTable;
  bulk_changes: BulkChangesTable;
  saved_views: SavedViewsTable;
  images: ImagesTable;
  units: UnitsTable;
  orders: OrdersTable;
  provider_orders: ProviderOrdersTable;
  deliveries: DeliveriesTable;
  delivered_units: DeliveredUnitsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  disputes: DisputesTable;
  provider_events: ProviderEventsTable;
  sandbox_secrets: SandboxSecretsTable;
  reveals: RevealsTable;
  sign_ins: SignInsTable;
  ratings: RatingsTable;
  contacts: ContactsTable;
  audit_log: AuditLogTable;
  list_counts: ListCountsTable;
  list_changes: ListChangesTable;
};

/** A row as it is read. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** The database handle: always the first argument of a query, so that none escapes its transaction. */
export type Database = Kysely<Tables>;
