export type Column = 'code' | 'link' | 'expiresOn';

/** Of a file without a header. */
export const COLUMNS: Column[] = ['code', 'link', 'expiresOn'];
const HEADERS: Record<string, Column> = {
  code: 'code',
  link: 'link',
  url: 'link',
  productlink: 'link',
  expireson: 'expiresOn',
  expires: 'expiresOn',
  expiry: 'expiresOn',
  expirydate: 'expiresOn',
};

/** What suppliers call them, in their spelling. */
export const columnNamed = (name: string): Column | undefined => HEADERS[name.toLowerCase().replace(/[\s_-]/g, '')];
