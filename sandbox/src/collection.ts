import { badRequest } from './provider-error.ts';
import type { Fields } from './request-body.ts';

const DEFAULT_COUNT = 10;
const MAX_COUNT = 100;

export interface Slice {
  count: number;
  skip: number;
}

export function sliceOf(query: Fields): Slice {
  return {
    count: wholeNumber(query, 'count', { fallback: DEFAULT_COUNT, min: 1, max: MAX_COUNT }),
    skip: wholeNumber(query, 'skip', { fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER }),
  };
}

/** The time of creation, both ends included, as in the provider's lists. */
export interface Period {
  from: Date | null;
  to: Date | null;
}

export function periodOf(query: Fields): Period {
  const moment = (name: string) => {
    const range = { fallback: 0, min: 0, max: 4_765_046_400 };
    return query[name] === undefined ? null : new Date(wholeNumber(query, name, range) * 1000);
  };
  return { from: moment('from'), to: moment('to') };
}

export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items };
}

function wholeNumber(query: Fields, name: string, range: { fallback: number; min: number; max: number }): number {
  const text = query[name];
  if (text === undefined) return range.fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < range.min || value > range.max) {
    throw badRequest(`The ${name} must be between ${range.min} and ${range.max}.`, name);
  }
  return value;
}
