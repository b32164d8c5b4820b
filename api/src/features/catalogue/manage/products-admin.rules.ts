import { fieldMessages } from '@shop/contract/failures/messages';
import type { ProductChange } from '@shop/contract/products/product-input';
import { fail } from '../../../platform/failure.ts';
import { endOfIndianDay, indianDay } from '../../../platform/indian-day.ts';
import { fieldsForAdmins } from '../product-columns.ts';
import type { AdminProductRecord } from './product-for-admins.ts';

const LAST_DAY = '9999-12-31';

/** A day lasts until its end in India. A day that is not in the calendar, such as 31 February, is refused. */
function instantOf(value: string): Date | undefined {
  const day = value.slice(0, LAST_DAY.length);
  const date = day === value ? endOfIndianDay(day) : new Date(value);
  const isReal = !Number.isNaN(date.getTime()) && indianDay(endOfIndianDay(day)) === day;
  return isReal && indianDay(date) <= LAST_DAY ? date : undefined;
}

/**
 * The earliest day is today. The product's current day keeps its exact instant, even if it has passed.
 * Returns the refusal if the day is not allowed.
 */
export function readExpiry(value: string, now: Date, current?: Date): Date | { refusal: string } {
  if (current && value === indianDay(current)) return current;
  const expiry = instantOf(value);
  if (!expiry) return { refusal: fieldMessages.expiryRequired };
  if (current && indianDay(current) === indianDay(expiry)) return expiry;
  return indianDay(expiry) < indianDay(now) ? { refusal: fieldMessages.expiryPast } : expiry;
}

export function expiryOf(value: string, now: Date, current?: Date): Date {
  const expiry = readExpiry(value, now, current);
  if ('refusal' in expiry) throw fail('validationFailed', { errors: { expiryDate: expiry.refusal } });
  return expiry;
}

/** Always later than the current version, even if two saves fall into one millisecond: editors compare versions. */
export const nextVersion = (now: Date, current: Date): Date => new Date(Math.max(now.getTime(), current.getTime() + 1));

/** The uploaded images that stay, in their new order. */
export function keptImages(current: readonly string[], wanted: ProductChange['existingImages']): readonly string[] {
  if (!wanted) return current;
  if (wanted.some((id) => !current.includes(id)))
    throw fail('validationFailed', { errors: { images: fieldMessages.imageUnknown } });
  return wanted;
}

type Saved = Omit<AdminProductRecord, 'updated_at' | 'uploader'>;

const auditedFields = (row: Saved) => ({
  ...fieldsForAdmins(row),
  stockKind: row.stock_kind,
  usageLimit: row.available_units,
  goods: row.goods_id,
  images: row.images.map(({ id }) => id),
});

/** Names without values: the audit log must never hold a code. */
export function changedFields(before: Saved, after: Saved): string[] {
  const old = new Map(Object.entries(auditedFields(before)));
  return Object.entries(auditedFields(after))
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
    .map(([name]) => name);
}
