import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/clients/test-client.ts';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

// With TRUST_PROXY a test can use many client addresses.
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'on' });
});
afterAll(() => shop.close());
// Each test starts early in a rate-limit window, so that none ends during the test.
beforeEach(() => shop.clock.set(new Date('2030-01-01T10:01:00Z')));

const WRONG = 'Wrong-Horse-9';
let addresses = 0;
const newAddress = () => `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
const signIn = (email: string, password: string, address: string) =>
  shop.visitor().call('login', { body: { email, password }, headers: { 'x-forwarded-for': address } });

const tally = (replies: { status: number }[]) => ({
  refused: replies.filter(({ status }) => status === 401).length,
  limited: replies.filter(({ status }) => status === 429).length,
});

describe('guessing passwords (fault 26)', () => {
  it('1000 addresses get 20 guesses at one account; a reset lets the user sign in', async () => {
    const { email } = await buildUser(shop);
    // Letter case does not matter: both spellings are the same account.
    const spelt = (n: number) => (n % 2 ? email : email.toUpperCase());
    const guesses = Array.from({ length: 1000 }, (_, n) => signIn(spelt(n), WRONG, newAddress()));
    expect(tally(await Promise.all(guesses))).toEqual({ refused: 20, limited: 980 });
    expect((await signIn(email, PASSWORD, newAddress())).status).toBe(429);

    await shop.visitor().call('forgotPassword', { body: { email } });
    await shop.runJobs();
    const link = /reset-password\/([\w-]+)/;
    const token = shop.mails.to(email).flatMap(({ text }) => link.exec(text)?.[1] ?? [])[0] ?? '';
    const password = 'Fresh#Horse9';
    const browser = shop.visitor();
    expect((await browser.call('resetPassword', { params: { token }, body: { password } })).status).toBe(200);
    expect((await signIn(email, password, newAddress())).status).toBe(200);
    // The owner can sign in while the attack continues.
    const more = Array.from({ length: 30 }, () => signIn(email, WRONG, newAddress()));
    expect(tally(await Promise.all(more)).limited).toBeGreaterThan(0);
    expect((await browser.call('login', { body: { email, password } })).status).toBe(200);
  });

  it('one address gets 30 guesses over all accounts', async () => {
    const address = newAddress();
    const guesses = Array.from({ length: 1000 }, (_, n) => signIn(`nobody-${n}@example.com`, WRONG, address));
    expect(tally(await Promise.all(guesses))).toEqual({ refused: 30, limited: 970 });
  });

  it('a limited sign-in says when to retry, and works at that time', async () => {
    const { email } = await buildUser(shop);
    const address = newAddress();
    for (let guess = 0; guess < 5; guess++) await signIn(email, WRONG, address);
    const { status, body, headers } = await signIn(email, PASSWORD, address);
    expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    shop.clock.advance(seconds * 1000);
    expect((await signIn(email, PASSWORD, address)).status).toBe(200);
  });
});

it('successful sign-ins do not count as attempts', async () => {
  const { email } = await buildUser(shop);
  const address = newAddress();
  for (let time = 0; time < 31; time++) expect((await signIn(email, PASSWORD, address)).status).toBe(200);
});

it('attempts for unknown emails meet the same limits', async () => {
  const email = 'nobody-at-all@example.com';
  const address = newAddress();
  const here = Array.from({ length: 10 }, () => signIn(email, WRONG, address));
  expect(tally(await Promise.all(here))).toEqual({ refused: 5, limited: 5 });
  const everywhere = Array.from({ length: 20 }, () => signIn(email, WRONG, newAddress()));
  expect(tally(await Promise.all(everywhere))).toEqual({ refused: 15, limited: 5 });
});

it('password attempts in an open session are limited', async () => {
  const browser = await shop.customer();
  const guess = (currentPassword: string) =>
    browser.call('updatePassword', { body: { currentPassword, newPassword: 'Fresh#Horse9' } });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await guess(WRONG)).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  expect((await browser.call('deleteAccount', { body: { password: WRONG } })).status).toBe(429);
});

describe('registrations', () => {
  let people = 0;
  const register = (browser: TestClient, forwardedFor: string) =>
    browser.call('register', {
      body: {
        name: 'Asha Rao',
        mobile: '9876543210',
        email: `flood-${++people}@example.com`,
        password: 'Monsoon#2026',
      },
      headers: { 'x-forwarded-for': forwardedFor },
    });
  const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort();
  const FIVE_OF_TWELVE = [...Array(5).fill(201), ...Array(7).fill(429)];

  it('registrations are limited by address', async () => {
    const address = newAddress();
    const replies = Array.from({ length: 12 }, () => register(shop.visitor(), address));
    expect(statuses(await Promise.all(replies))).toEqual(FIVE_OF_TWELVE);
  });

  // The attack sends twelve requests from one socket, each with another forged address in front (fault 38).
  it.each([
    ['1', (n: number) => `198.51.100.${n}, 203.0.113.9`],
    ['1', (n: number) => `${'x'.repeat(500)}${n}`],
    ['10.0.0.0/8', (n: number) => `198.51.100.${n}`],
  ])('with TRUST_PROXY=%s a forged X-Forwarded-For does not evade the limit', async (TRUST_PROXY, forged) => {
    const proxiedShop = await openTestShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY });
    try {
      proxiedShop.clock.set(new Date('2030-01-01T10:01:00Z'));
      const replies = Array.from({ length: 12 }, (_, n) => register(proxiedShop.visitor(), forged(n)));
      expect(statuses(await Promise.all(replies))).toEqual(FIVE_OF_TWELVE);
    } finally {
      await proxiedShop.close();
    }
  });
});
