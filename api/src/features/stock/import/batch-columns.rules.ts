export type Column = 'code' | 'link' | 'expiresOn';

/** The columns of a file without a header. */
export const COLUMNS: Column[] = ['code', 'link', 'expiresOn'];

// The names that suppliers use, the most likely first. If a file has two of them, the earlier name wins: beside a "code"
// column, a "serial number" is not the code.
const NAMES: Record<Column, string[]> = {
  code: [
    ...['code', 'vouchercode', 'giftcode', 'giftcardcode', 'couponcode', 'promocode', 'cardcode', 'redemptioncode'],
    ...['activationcode', 'activationkey', 'licensekey', 'licencekey', 'productkey', 'key'],
    ...['voucher', 'vouchernumber', 'coupon', 'couponnumber', 'giftcard', 'giftcardnumber', 'cardnumber'],
    ...['pin', 'serial', 'serialnumber'],
  ],
  link: ['link', 'url', 'productlink'],
  expiresOn: [
    ...['expireson', 'expiresat', 'expires', 'expiry', 'expirydate', 'expiration', 'expirationdate'],
    ...['validuntil', 'validtill'],
  ],
};

/** Normalizes a column name: 'Voucher Codes' becomes 'vouchercode'. */
const normalized = (name: string) =>
  name
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/(code|key|voucher|coupon|card|number|pin)s$/, '$1');

/** Maps the names of a header to columns; undefined for a column that is not read. */
export function columnsOfHeader(names: readonly string[]): (Column | undefined)[] {
  const given = names.map(normalized);
  // If a name occurs twice, the first column is read.
  const places = new Map(given.map((name, place) => [name, place] as const).toReversed());
  const meant = new Map(COLUMNS.map((column) => [NAMES[column].find((name) => places.has(name)), column]));
  return given.map((name, place) => (places.get(name) === place ? meant.get(name) : undefined));
}
