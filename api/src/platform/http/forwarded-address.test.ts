import { expect, it } from 'vitest';
import { forwardedAddress } from './forwarded-address.ts';

it.each([
  ['203.0.113.9', 1, '203.0.113.9'],
  ['203.0.113.9:4711', 1, '203.0.113.9'],
  ['2001:db8::1', 1, '2001:db8::1'],
  ['[2001:db8::1]:4711', 1, '2001:db8::1'],
  ['198.51.100.7, 203.0.113.9', 1, '203.0.113.9'],
  ['198.51.100.7,203.0.113.9', 2, '198.51.100.7'],
  ['forged, 198.51.100.7, 203.0.113.9', 2, '198.51.100.7'],
  ['203.0.113.9', 2, '203.0.113.9'],
  ['unknown', 1, undefined],
  ['203.0.113.9, _hidden', 1, undefined],
  ['fe80::1%eth0', 1, undefined],
  ['', 1, undefined],
])('takes from "%s", behind %i proxies, %s', (header, proxies, address) => {
  expect(forwardedAddress(header, proxies)).toBe(address);
});
