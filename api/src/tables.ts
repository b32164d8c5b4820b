import type { Kysely, Selectable } from 'kysely';
import type { AccountTables } from './features/accounts/accounts.tables.ts';
import type { AdminTables } from './features/admin/admin.tables.ts';
import type { CatalogueTables } from './features/catalogue/catalogue.tables.ts';
import type { ContactTables } from './features/contact/contact.tables.ts';
import type { OrderTables } from './features/orders/orders.tables.ts';
import type { PaymentTables } from './features/payments/payments.tables.ts';
import type { StockTables } from './features/stock/stock.tables.ts';
import type { PlatformTables } from './platform/database/platform.tables.ts';

/** Exported here because the catalogue counts units by state and may not import files of the stock feature. */
export type { UnitState } from './features/stock/stock.tables.ts';

/** The tables of `migrations/`, as the queries see them. Paise are `bigint` there and safe integers here. */
export type Tables = AccountTables &
  StockTables &
  PaymentTables &
  CatalogueTables &
  ContactTables &
  OrderTables &
  AdminTables &
  PlatformTables;

/** A row as a query reads it. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** The database handle is always the first argument of a query, so that every query can run in a transaction. */
export type Database = Kysely<Tables>;
