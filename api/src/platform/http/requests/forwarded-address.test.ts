import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { forwardedAddress, forwardedAddressByNetworks, networksOf } from './forwarded-address.ts';

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
])('the client of "%s" behind %i proxies is %s', (header, proxies, address) => {
  expect(forwardedAddress(header, proxies)).toBe(address);
});

describe('proxies known by their networks', () => {
  const ours = networksOf(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']) ?? new BlockList();

  it.each([
    ['203.0.113.9', '10.0.0.5', '203.0.113.9'],
    ['forged, 203.0.113.9', '10.0.0.5', '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9, 10.2.3.4, 192.0.2.1', '::ffff:10.0.0.5', '203.0.113.9'],
    ['2001:db8::1', 'fd00::2', '2001:db8::1'],
    ['10.9.9.9, 10.2.3.4', '10.0.0.5', '10.9.9.9'],
    // An attack: a client that is not a proxy forges an address in each request.
    ['203.0.113.9', '198.51.100.7', undefined],
    ['203.0.113.9, nobody', '10.0.0.5', undefined],
    ['203.0.113.9, _hidden, 10.2.3.4', '10.0.0.5', undefined],
    ['', '10.0.0.5', undefined],
  ])('the client of "%s" through %s is %s', (header, peer, address) => {
    expect(forwardedAddressByNetworks(header, peer, ours)).toBe(address);
  });
});
