import { beforeEach, describe, expect, it } from 'vitest';
import { appCode, markAddressVerified, turnOnTwoFactor } from '../../../testing/clients/second-factor.ts';
import { buildUser, PASSWORD } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';
import { slowDownMs } from '../passwords/password-attempts.rules.ts';

// With TRUST_PROXY a test can use many client addresses.
const shop = shareTestShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'on' });
// Each test starts early in a rate-limit window, so that none ends during the test.
beforeEach(() => shop.clock.set(new Date('2030-01-01T10:01:00Z')));

const WRONG = 'Wrong-Horse-9';
const GUESSES = 'Somebody is trying to sign in to your account';
let addresses = 0;
const newAddress = () => `10.1.${(++addresses >> 8) & 255}.${addresses & 255}`;
const at = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const signIn = (email: string, password: string, address = newAddress(), browser = shop.visitor()) =>
  browser.call('login', { body: { email, password }, ...at(address) });
const forgot = (email: string, address = newAddress()) =>
  shop.visitor().call('forgotPassword', { body: { email }, ...at(address) });
const tokenIn = (text = '') => /reset-password\/([\w-]+)/.exec(text)?.[1] ?? '';
const guessFrom = (email: string, places: string[]) =>
  Promise.all(places.map((address) => signIn(email, WRONG, address)));

describe('an attack from one address (fault 37)', () => {
  it('an attack from one address does not lock the owner out at another', async () => {
    for (const role of ['customer', 'admin'] as const) {
      const { email } = await buildUser(shop, { role });
      const stranger = newAddress();
      await guessFrom(email, Array(5).fill(stranger));
      for (let time = 0; time < 3; time++) expect((await forgot(email, stranger)).status).toBe(200);
      // Control: the attacker's own address is locked out.
      expect((await signIn(email, PASSWORD, stranger)).body.code).toBe('TOO_MANY_REQUESTS');
      expect((await forgot(email, stranger)).body.code).toBe('TOO_MANY_REQUESTS');

      expect((await signIn(email, PASSWORD)).status).toBe(200);
      expect((await forgot(email)).status).toBe(200);
      await shop.runJobs();
      const token = tokenIn(shop.mails.to(email).findLast(({ text }) => tokenIn(text))?.text);
      const body = { password: 'Fresh#Horse9' };
      expect((await shop.visitor().call('resetPassword', { params: { token }, body })).status).toBe(200);
    }
  });
});

describe('an attack from many addresses (fault 37)', () => {
  const many = () => Array.from({ length: 25 }, newAddress);

  it('during an attack from many addresses the owner signs in with a known device', async () => {
    const { email } = await buildUser(shop);
    const laptop = shop.visitor();
    expect((await signIn(email, PASSWORD, newAddress(), laptop)).status).toBe(200);
    await laptop.call('logout');
    await guessFrom(email, many());
    expect((await signIn(email, PASSWORD)).body.code).toBe('TOO_MANY_REQUESTS');
    expect((await signIn(email, PASSWORD, newAddress(), laptop)).status).toBe(200);
  });

  it('a known device can sign in from the address of the attack', async () => {
    const { email } = await buildUser(shop);
    const [office, laptop] = [newAddress(), shop.visitor()];
    expect((await signIn(email, PASSWORD, office, laptop)).status).toBe(200);
    const guesses = Array.from({ length: 40 }, (_, n) =>
      signIn(n % 2 ? email : `else-${n}@example.com`, WRONG, office),
    );
    expect((await Promise.all(guesses)).some(({ status }) => status === 429)).toBe(true);
    expect((await signIn(email, PASSWORD, office)).body.code).toBe('TOO_MANY_REQUESTS');
    expect((await signIn(email, PASSWORD, office, laptop)).status).toBe(200);
  });

  it('attempts are also limited per day', async () => {
    const { email } = await buildUser(shop);
    const hits = { key: `password-guess:${email}:today`, window_start: new Date('2030-01-01T00:00:00Z'), hits: 100 };
    await shop.db.insertInto('rate_limits').values(hits).execute();
    expect((await signIn(email, PASSWORD)).body.code).toBe('TOO_MANY_REQUESTS');
  });

  it("another user's known device does not bypass the limit", async () => {
    const [{ email }, other] = [await buildUser(shop), await buildUser(shop)];
    const browser = shop.visitor();
    await signIn(other.email, PASSWORD, newAddress(), browser);
    await guessFrom(email, many());
    expect((await signIn(email, PASSWORD, newAddress(), browser)).body.code).toBe('TOO_MANY_REQUESTS');
  });

  it('attempts with a known device are limited as well', async () => {
    const { email } = await buildUser(shop);
    const laptop = shop.visitor();
    await signIn(email, PASSWORD, newAddress(), laptop);
    for (let guess = 0; guess < 5; guess++) await signIn(email, WRONG, newAddress(), laptop);
    expect((await signIn(email, PASSWORD, newAddress(), laptop)).body.code).toBe('TOO_MANY_REQUESTS');
  });

  it('of many reset requests three are mailed, and the newest link works', async () => {
    const { email } = await buildUser(shop);
    for (const [n, address] of many().entries())
      expect((await forgot(n % 2 ? email : email.toUpperCase(), address)).status).toBe(200);
    await shop.runJobs();
    const mails = shop.mails.to(email);
    expect(mails).toHaveLength(3);
    const answers = mails.map(({ text }) =>
      shop.visitor().call('resetPassword', { params: { token: tokenIn(text) }, body: { password: 'Fresh#Horse9' } }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});

it('using a reset link clears the limit of reset mails', async () => {
  const { email } = await buildUser(shop);
  const links = async () => {
    await shop.runJobs();
    return shop.mails
      .to(email)
      .map(({ text }) => tokenIn(text))
      .filter(Boolean);
  };
  for (let time = 0; time < 3; time++) await forgot(email);
  const [, , newest = ''] = await links();
  const used = { params: { token: newest }, body: { password: 'Fresh#Horse9' } };
  expect((await shop.visitor().call('resetPassword', used)).status).toBe(200);
  await forgot(email);
  expect(await links()).toHaveLength(4);
});

it('the owner gets one warning mail a day, and an unknown email none', async () => {
  const [{ email }, nobody] = [await buildUser(shop), 'nobody-guessed@example.com'];
  // Two addresses reach the limit for each of the two emails.
  const guessAtBoth = async () => {
    const places = [email, nobody, email, nobody];
    await Promise.all(places.map((account) => guessFrom(account, Array(6).fill(newAddress()))));
    await shop.runJobs();
  };
  await guessAtBoth();
  expect(shop.mails.to(email).map(({ subject }) => subject)).toEqual([GUESSES]);
  shop.clock.advance(24 * 60 * 60_000);
  await guessAtBoth();
  expect(shop.mails.to(email).map(({ subject }) => subject)).toEqual([GUESSES, GUESSES]);
  expect(shop.mails.to(nobody)).toEqual([]);
});

it('answers to repeated attempts are delayed before they are refused', async () => {
  expect([1, 2, 3, 4, 5].map((here) => slowDownMs({ here, everywhere: here }))).toEqual([0, 0, 250, 500, 1000]);
  expect(slowDownMs({ here: 1, everywhere: 10 })).toBe(1000);
  const { email } = await buildUser(shop);
  const stranger = newAddress();
  await guessFrom(email, Array(3).fill(stranger));
  const asked = performance.now();
  expect((await signIn(email, WRONG, stranger)).status).toBe(401);
  expect(performance.now() - asked).toBeGreaterThanOrEqual(499);
});

it('three enquiries a day are acknowledged per email, and all are stored', async () => {
  const victim = 'victim-of-forms@example.com';
  for (let post = 0; post < 20; post++) {
    const body = { name: 'Prank', email: victim, contactType: 'general', message: `Hello for the ${post}th time` };
    expect((await shop.visitor().call('submitContact', { body, ...at(newAddress()) })).status).toBe(201);
  }
  await shop.runJobs();
  expect(shop.mails.to(victim)).toHaveLength(3);
  const { rows } = await shop.pool.query('select count(*)::int as count from contacts where email = $1', [victim]);
  expect(rows[0].count).toBe(20);
});

it('an email gets at most two welcome and two account-closed mails a day', async () => {
  const email = 'victim-of-welcomes@example.com';
  const body = { name: 'Prank', mobile: '9876543210', email, password: 'Monsoon#2026' };
  for (let time = 0; time < 4; time++) {
    const browser = shop.visitor();
    expect((await browser.call('register', { body, ...at(newAddress()) })).status).toBe(201);
    await shop.runJobs();
    expect((await browser.call('deleteAccount', { body: { password: body.password } })).status).toBe(200);
    await shop.runJobs();
  }
  const both = ['Welcome to Digital Goods Marketplace', 'Your account was closed'];
  expect(shop.mails.to(email).map(({ subject }) => subject)).toEqual([...both, ...both]);
});

it('registrations count even for taken emails, but not with a refused password', async () => {
  const [place, taken] = [newAddress(), await buildUser(shop)];
  const register = (email: string, password: string) => {
    const body = { name: 'Rahul Sharma', mobile: '9876543210', email, password };
    return shop.visitor().call('register', { body, ...at(place) });
  };
  for (let time = 0; time < 6; time++) expect((await register('rahul@example.com', 'Password@123')).status).toBe(422);
  expect((await register('rahul@example.com', 'Tangerine#Boat42')).status).toBe(201);
  for (let time = 0; time < 4; time++) expect((await register(taken.email, 'Tangerine#Boat42')).status).toBe(409);
  expect((await register(taken.email, 'Tangerine#Boat42')).body.code).toBe('TOO_MANY_REQUESTS');
});

it('repeated password resets do not allow unlimited attempts at one-time codes', async () => {
  const owner = await shop.customer();
  await markAddressVerified(owner, shop);
  const { secret } = await turnOnTwoFactor(owner, shop);
  const { email } = owner.user;
  const wrongCode = { body: { code: appCode(secret, shop.clock.now(), 9) } };
  let guesses = 0;
  for (let time = 1; time <= 6; time++) {
    const [thief, password] = [shop.visitor(), `Fresh#Horse${time}`];
    shop.clock.advance(1_000);
    await forgot(email);
    await shop.runJobs();
    const token = tokenIn(shop.mails.to(email).findLast(({ text }) => tokenIn(text))?.text);
    expect((await thief.call('resetPassword', { params: { token }, body: { password } })).status).toBe(200);
    expect((await signIn(email, password, newAddress(), thief)).body).toMatchObject({ twoFactor: true });
    for (let guess = 0; guess < 5; guess++) {
      const { status } = await thief.call('finishSignIn', { ...wrongCode, ...at(newAddress()) });
      if (status === 401) guesses++;
    }
  }
  expect(guesses).toBe(15);
});
