import type { Instant, WithDefault } from '../../platform/database/column-types.ts';

type GoodsTable = {
  id: string;
  product_id: string;
  key_id: string;
  code_sealed: Buffer;
  /** Null for pools: their fingerprints are in `code_fingerprints`. */
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

type DeliveriesTable = {
  order_id: string;
  delivered_at: Date;
  proof: Buffer | null;
  proof_key: string | null;
};

type DeliveredUnitsTable = { unit_id: string; order_id: string };

export type StockTables = {
  goods: GoodsTable;
  code_fingerprints: CodeFingerprintsTable;
  batches: BatchesTable;
  units: UnitsTable;
  deliveries: DeliveriesTable;
  delivered_units: DeliveredUnitsTable;
};
