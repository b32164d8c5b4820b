import { PAGE_MAX } from '@shop/contract/limits/limits';

// These functions read query parameters, which a user may have typed. They return undefined for an invalid value.
export const oneOf = <T extends string>(allowed: readonly T[], value: string | null): T | undefined =>
  allowed.find((item) => item === value);

export const textOf = (value: string | null, max: number): string | undefined =>
  value?.trim().slice(0, max) || undefined;

/** A date such as 2026-11-15. `new Date` moves 31 April to 1 May, so the result is compared with the input. */
export const dayOf = (value: string | null): string | undefined =>
  value && /^[2-9]\d{3}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value) ? value : undefined;

export function numberOf(value: string | null, least: number, most: number): number | undefined {
  const number = value?.trim() ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** Undefined for page 1, which has no page parameter. */
export function pageOf(value: string | null): number | undefined {
  const page = numberOf(value, 2, PAGE_MAX);
  return page && Math.floor(page);
}
