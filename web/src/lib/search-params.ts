/** Readers of an address that anybody may have typed: what makes no sense is left out. */
export const oneOf = <T extends string>(allowed: readonly T[], value: string | null): T | undefined =>
  allowed.find((item) => item === value);

export const textOf = (value: string | null, max: number): string | undefined =>
  value?.trim().slice(0, max) || undefined;

export function pageOf(value: string | null): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 ? page : undefined;
}
