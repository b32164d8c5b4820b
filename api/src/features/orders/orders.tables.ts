import type { OrderStatus, PaymentStatus } from '@shop/contract/order-status';
import type { Product } from '@shop/contract/products/product';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Json, WithDefault } from '../../platform/database/column-types.ts';

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
  /** Only on orders from before migration 0103. No code writes it. */
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

type RevealsTable = {
  id: string;
  order_id: string;
  user_id: string | null;
  revealed_at: Date;
  address: WithDefault<string | null>;
  device: WithDefault<string | null>;
};

export type OrderTables = {
  orders: OrdersTable;
  provider_orders: ProviderOrdersTable;
  reveals: RevealsTable;
};
