/** Readers of an address that anybody may have typed: what makes no sense is left out. */
export const oneOf = <T extends string>(allowed: readonly T[], value: string | null): T | undefined =>
  allowed.find((item) => item === value);

export const textOf = (value: string | null, max: number): string | undefined =>
  value?.trim().slice(0, max) || undefined;

/** 2026-11-15 */
export const dayOf = (value: string | null): string | undefined =>
  value && /^[2-9]\d{3}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export function pageOf(value: string | null): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 ? page : undefined;
}
