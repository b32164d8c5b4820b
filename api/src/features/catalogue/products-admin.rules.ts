import { fieldMessages } from '@shop/contract/messages';
import type { ProductChange } from '@shop/contract/product-input';
import { fail } from '../../platform/failure.ts';
import { endOfIndianDay, indianDay } from '../../platform/indian-day.ts';
import type { AdminProductRecord } from './product-for-admins.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LAST_DAY = '9999-12-31';

const refused = (message: string) => fail('validationFailed', { errors: { expiryDate: message } });

/** A day means until its end in India. The calendar has the last word: 31 February is no day. */
function instantOf(value: string): Date {
  const date = DAY.test(value) ? endOfIndianDay(value) : new Date(value);
  const isReal = !Number.isNaN(date.getTime()) && (!DAY.test(value) || indianDay(date) === value);
  if (!isReal || indianDay(date) > LAST_DAY) throw refused(fieldMessages.expiryRequired);
  return date;
}

/** The earliest day to choose is today; an expiry that has passed since may stay as it is. */
export function expiryOf(value: string, now: Date, current?: Date): Date {
  const expiry = instantOf(value);
  if (current && indianDay(current) === indianDay(expiry)) return expiry;
  if (indianDay(expiry) < indianDay(now)) throw refused(fieldMessages.expiryPast);
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

const tracked: Record<string, (row: Saved) => unknown> = {
  title: (row) => row.title,
  subtitle: (row) => row.subtitle,
  company: (row) => row.company,
  category: (row) => row.category,
  price: (row) => row.price_paise,
  originalPrice: (row) => row.original_price_paise,
  details: (row) => row.details,
  howToRedeem: (row) => row.how_to_redeem,
  termsAndConditions: (row) => row.terms_and_conditions,
  expiryDate: (row) => row.expiry_date,
  usageLimit: (row) => row.available_units,
  isOneTimeUse: (row) => row.is_one_time_use,
  isActive: (row) => row.is_active,
  goods: (row) => row.goods_id,
  images: (row) => row.images.map((image) => image.id),
};

/** Names only: the audit log says what was changed, never the code itself. */
export const changedFields = (before: Saved, after: Saved): string[] =>
  Object.entries(tracked)
    .filter(([, read]) => JSON.stringify(read(before)) !== JSON.stringify(read(after)))
    .map(([name]) => name);
