import { formatRupees } from '@shop/contract/money';
import { formatTime } from '../../../lib/format/dates.ts';
import { labelFromName } from '../list/label-from-name.ts';

const MONEY_FIELDS = ['amount', 'amountPaid', 'refundedAmount', 'price', 'originalPrice'];
const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length > 0 ? value.map(textOf).join('\n') : '-';
  if (typeof value === 'string') return ISO_INSTANT.test(value) ? formatTime(value) : value;
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, part]) => `${labelFromName(key)}: ${textOf(part)}`)
      .join(', ');
  return String(value);
}

/** Labels and readable values for all fields of an object. */
export const factsOf = (fields: object) =>
  Object.entries(fields).map(([field, value]) => ({
    label: labelFromName(field),
    value: typeof value === 'number' && MONEY_FIELDS.includes(field) ? formatRupees(value) : textOf(value),
  }));
