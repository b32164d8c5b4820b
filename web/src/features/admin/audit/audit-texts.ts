import { formatRupees } from '@shop/contract/money';
import { wordsOf } from '../list/label-from-name.ts';

/** Labels of product fields that differ from their names. */
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

/** The name that the subject had at that time, if the entry holds one. */
export const nameIn = ({ title, name, reference }: Record<string, unknown>): string | undefined =>
  [title, name, reference].find((value) => typeof value === 'string');

/** 'Changed: price, expiry date'. The subject's name is left out, because it has a column of its own. */
export function detailsText(details: Record<string, unknown>): string {
  const told = Object.entries(details)
    .filter(([, value]) => value !== nameIn(details))
    .map(([key, value]) => `${wordsOf(key).toLowerCase()}: ${valueText(key, value)}`)
    .join('; ');
  return told.charAt(0).toUpperCase() + told.slice(1) || '-';
}
