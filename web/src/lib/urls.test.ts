import { expect, it } from 'vitest';
import { isBackOffice } from './urls.ts';

it.each([
  ['/admin', true],
  ['/admin/orders', true],
  ['/administrator', false],
  ['/products/admin', false],
])('isBackOffice is right about %s: %s', (pathname, expected) => expect(isBackOffice(pathname)).toBe(expected));
