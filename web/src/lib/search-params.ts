import { PAGE_MAX } from '@shop/contract/limits/limits';

/** Readers of an address that anybody may have typed: what makes no sense is left out. */
export const oneOf = <T extends string>(allowed: readonly T[], value: string | null): T | undefined =>
  allowed.find((item) => item === value);

export const textOf = (value: string | null, max: number): string | undefined =>
  value?.trim().slice(0, max) || undefined;

/** 2026-11-15. Of a day that its month does not have, browsers make one of the next month. */
export const dayOf = (value: string | null): string | undefined =>
  value && /^[2-9]\d{3}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value) ? value : undefined;

export function numberOf(value: string | null, least: number, most: number): number | undefined {
  const number = value?.trim() ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** The first page has no number. */
export function pageOf(value: string | null): number | undefined {
  const page = numberOf(value, 2, PAGE_MAX);
  return page && Math.floor(page);
}
