import { EXPIRING_SOON_DAYS } from '@shop/contract/limits/limits';
import type { OrderUseFilter } from '@shop/contract/order-status';
import { type RawBuilder, sql } from 'kysely';
import { daysAfter } from '../../../platform/clock.ts';
import { unitsUntil } from '../orders.queries.ts';

const validUntil = sql`coalesce(${unitsUntil}, (orders.product_details->>'expiryDate')::timestamptz)`;
const unused = sql`orders.status = 'completed' and orders.used_at is null`;

/** Whether an order belongs to a filter of My Orders. */
export const matchesView = (view: OrderUseFilter, now: Date): RawBuilder<boolean> =>
  ({
    all: () => sql<boolean>`true`,
    unused: () => sql<boolean>`${unused}`,
    used: () => sql<boolean>`orders.used_at is not null`,
    expiring: () => sql<boolean>`${unused} and ${validUntil} between ${now} and ${daysAfter(now, EXPIRING_SOON_DAYS)}`,
  })[view]();
