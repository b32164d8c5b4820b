import type { ColumnType, JSONColumnType } from 'kysely';

export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** May be `infinity`, which a JavaScript date cannot hold: select it through `nullif`, or only compare it. */
export type Instant = ColumnType<unknown, Date | string | undefined, Date | string>;
export type Json<T extends object> = JSONColumnType<T, string, string>;
