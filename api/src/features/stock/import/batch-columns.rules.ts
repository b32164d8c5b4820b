export type Column = 'code' | 'link' | 'expiresOn';

/** Of a file without a header. */
export const COLUMNS: Column[] = ['code', 'link', 'expiresOn'];

// What suppliers call them. Where a file has two, the one further up is meant: beside a code, a serial number is not one.
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

/** 'Voucher Codes' is called vouchercode. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/(code|key|voucher|coupon|card|number|pin)s$/, '$1');

/** What the columns of a header hold, in the supplier's spelling; those that are not read hold nothing. */
export function columnsNamed(names: readonly string[]): (Column | undefined)[] {
  const given = names.map(plain);
  // Of two of one name the first is meant.
  const places = new Map(given.map((name, place) => [name, place] as const).toReversed());
  const meant = new Map(COLUMNS.map((column) => [NAMES[column].find((name) => places.has(name)), column]));
  return given.map((name, place) => (places.get(name) === place ? meant.get(name) : undefined));
}
