/** An order id, or the part of one that a person typed or copied from a screen. */
export type OrderIdPart = { from: string; to: string; end: string | null };

const HEX = /^[0-9a-f]{4,32}$/;
const END_MAX = 12;

const asUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** What of an id a search text may mean: how it begins, or its end as screens show it (#1A2B3C). Null for no id. */
export function orderIdPart(text: string): OrderIdPart | null {
  const hex = text.trim().replace(/^#/, '').replaceAll('-', '').toLowerCase();
  if (!HEX.test(hex)) return null;
  return {
    from: asUuid(hex.padEnd(32, '0')),
    to: asUuid(hex.padEnd(32, 'f')),
    end: hex.length <= END_MAX ? hex : null,
  };
}
