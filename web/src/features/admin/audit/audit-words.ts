import { formatRupees } from '@shop/contract/money';
import { wordsOf } from '../list/words-of.ts';

/** Of the fields of a product, those that its form calls otherwise. */
const fieldWords: Record<string, string> = {
  goods: 'code or link',
  isActive: 'active',
  isOneTimeUse: 'one time use',
  stockKind: 'stock',
};

function valueText(key: string, value: unknown): string {
  if (Array.isArray(value))
    return value.map((name) => fieldWords[name] ?? wordsOf(name).toLowerCase()).join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return key === 'amount' ? formatRupees(Number(value)) : String(value);
}

/** What the subject was called when it happened, where that was written down. */
export const nameIn = ({ title, name, reference }: Record<string, unknown>): string | undefined =>
  [title, name, reference].find((value) => typeof value === 'string');

/** 'Changed: price, expiry date': all but what the subject is called. */
export function detailsText(details: Record<string, unknown>): string {
  const told = Object.entries(details)
    .filter(([, value]) => value !== nameIn(details))
    .map(([key, value]) => `${wordsOf(key).toLowerCase()}: ${valueText(key, value)}`)
    .join('; ');
  return told.charAt(0).toUpperCase() + told.slice(1) || '-';
}
