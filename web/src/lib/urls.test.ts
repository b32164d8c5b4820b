import { expect, it } from 'vitest';
import { isAdminPage } from './urls.ts';

it.each([
  ['/admin', true],
  ['/admin/orders', true],
  ['/administrator', false],
  ['/products/admin', false],
])('isAdminPage is right about %s: %s', (pathname, expected) => expect(isAdminPage(pathname)).toBe(expected));
