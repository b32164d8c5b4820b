import { fieldMessages } from '@shop/contract/failures/messages';
import type { ProductChange } from '@shop/contract/products/product-input';
import { fail } from '../../../platform/failure.ts';
import { endOfIndianDay, indianDay } from '../../../platform/indian-day.ts';
import { fieldsForAdmins } from '../product-columns.ts';
import type { AdminProductRecord } from './product-for-admins.ts';

const LAST_DAY = '9999-12-31';

/** A day means until its end in India. The calendar has the last word: 31 February is no day. */
function instantOf(value: string): Date | undefined {
  const day = value.slice(0, LAST_DAY.length);
  const date = day === value ? endOfIndianDay(day) : new Date(value);
  const isReal = !Number.isNaN(date.getTime()) && indianDay(endOfIndianDay(day)) === day;
  return isReal && indianDay(date) <= LAST_DAY ? date : undefined;
}

/**
 * The earliest day to choose is today. The day that it is already stays to the moment, and may have passed since.
 * Answers why a day cannot be taken.
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

/** Later than the version it replaces, even when two saves fall into one millisecond: editors compare versions. */
export const nextVersion = (now: Date, current: Date): Date => new Date(Math.max(now.getTime(), current.getTime() + 1));

/** Which of the uploaded images stay, in their new order. */
export function keptImages(current: readonly string[], wanted: ProductChange['existingImages']): readonly string[] {
  if (!wanted) return current;
  if (wanted.some((id) => !current.includes(id)))
    throw fail('validationFailed', { errors: { images: fieldMessages.imageUnknown } });
  return wanted;
}

type Saved = Omit<AdminProductRecord, 'updated_at' | 'uploader'>;

const tracked = (row: Saved) => ({
  ...fieldsForAdmins(row),
  stockKind: row.stock_kind,
  usageLimit: row.available_units,
  goods: row.goods_id,
  images: row.images.map(({ id }) => id),
});

/** Names only: the audit log says what was changed, never the code itself. */
export function changedFields(before: Saved, after: Saved): string[] {
  const old = new Map(Object.entries(tracked(before)));
  return Object.entries(tracked(after))
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
    .map(([name]) => name);
}
