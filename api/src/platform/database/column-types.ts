import type { ColumnType, JSONColumnType } from 'kysely';

export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** Kept as `infinity` where there is no end, which no JavaScript date can be: read it with `nullif`, or compare it. */
export type Instant = ColumnType<unknown, Date | string | undefined, Date | string>;
export type Json<T extends object> = JSONColumnType<T, string, string>;
