/** Hostile values for text, number and choice fields. The shop must treat them literally or refuse them. */
export const hostileText = [
  "' OR '1'='1",
  "'; drop table products; --",
  '1) union select code_sealed from goods --',
  '\u0000',
  'a\u0000b',
  '\\',
  '%',
  '{"$gt":""}',
  '[object Object]',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '\ud800',
  'x'.repeat(2000),
  '(('.repeat(100),
];

/** A repeated field, and forms that some query parsers turn into an object or array. */
export const hostileForms = (field: string) => [`${field}=1&${field}=2`, `${field}[$ne]=1`, `${field}[]=1`];
