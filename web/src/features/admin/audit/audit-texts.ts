import { formatRupees } from '@shop/contract/money';
import { labelFromName } from '../list/label-from-name.ts';

/** Labels of product fields that differ from their names. */
const fieldLabels: Record<string, string> = {
  goods: 'code or link',
  isActive: 'active',
  isOneTimeUse: 'one time use',
  stockKind: 'stock',
};

function valueText(key: string, value: unknown): string {
  if (Array.isArray(value))
    return value.map((name) => fieldLabels[name] ?? labelFromName(name).toLowerCase()).join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return key === 'amount' ? formatRupees(Number(value)) : String(value);
}

/** The name that the subject had at that time, if the entry holds one. */
export const subjectNameIn = ({ title, name, reference }: Record<string, unknown>): string | undefined =>
  [title, name, reference].find((value) => typeof value === 'string');

/** 'Changed: price, expiry date'. The subject's name is left out, because it has a column of its own. */
export function detailsText(details: Record<string, unknown>): string {
  const text = Object.entries(details)
    .filter(([, value]) => value !== subjectNameIn(details))
    .map(([key, value]) => `${labelFromName(key).toLowerCase()}: ${valueText(key, value)}`)
    .join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1) || '-';
}
