import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { shopJobs } from '../app.ts';
import { shortDevice } from '../platform/http/requests/request-origin.ts';
import { createLog, withoutToken } from '../platform/log/log.ts';
import { RETENTION_JOB } from '../platform/retention.ts';
import { appCode, turnOnTwoFactor } from '../testing/clients/second-factor.ts';
import { testPasskey } from '../testing/clients/test-passkey.ts';
import { testPayments } from '../testing/clients/test-payments.ts';
import { buildProduct, buildUser, PASSWORD } from '../testing/data/builders.ts';
import { buy } from '../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY_MS = 86_400_000;

const logged: string[] = [];
let shop: TestShop;
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  shop = await openTestShop({ TRUST_PROXY: 'on' }, { log });
});
afterAll(() => shop.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address, 'user-agent': FIREFOX } });
const DEVICE = 'X11; Linux x86_64; rv:140.0 Firefox/140.0';

const forgetOld = async () => {
  for (const job of shopJobs(shop)) if (job.name === RETENTION_JOB) await job.run({} as never);
};

describe('reveals', () => {
  it('an admin sees the address and device of each reveal for 90 days', async () => {
    const buyer = await shop.customer();
    const { order } = await buy(buyer, testPayments(shop), await buildProduct(shop));
    const params = { id: order._id };
    await buyer.call('revealOrder', { params, ...from('203.0.113.7') });
    const { id: productId } = await buildProduct(shop, { price: 0 });
    const another = (await buyer.call('createOrder', { body: { productId, amount: 0 } })).body.order;
    await buyer.call('revealOrder', { params: { id: another._id }, ...from('203.0.113.9') });
    const reveals = async () => (await (await shop.admin()).call('adminFindOrder', { params })).body.data.reveals;
    expect(await reveals()).toEqual([{ at: expect.any(String), address: '203.0.113.7', device: DEVICE }]);
    // Only admins see the address; the buyer's own order does not have it.
    expect(JSON.stringify((await buyer.call('findMyOrder', { params })).body)).not.toContain('203.0.113.7');
    shop.clock.advance(91 * DAY_MS);
    await forgetOld();
    expect(await reveals()).toEqual([{ at: expect.any(String), address: null, device: null }]);
  });
});

describe('sign-ins', () => {
  const signIns = async () =>
    (await (await shop.admin()).call('adminListSignIns', { query: { limit: 100 } })).body.data;

  it('sign-in attempts, also for unknown emails, are kept for 90 days', async () => {
    const { id, name, email } = await buildUser(shop);
    // A sign-in to a deactivated account with the right password is worth knowing.
    const former = await buildUser(shop, { active: false });
    const tries = [
      { email: former.email, password: PASSWORD },
      { email, password: PASSWORD },
      { email, password: 'Wrong-Horse-9' },
      { email: 'typed-password-here@example.com', password: 'Wrong-Horse-9' },
    ];
    const statuses: number[] = [];
    for (const body of tries)
      statuses.push((await shop.visitor().call('login', { body, ...from('203.0.113.8') })).status);
    expect(statuses).toEqual([401, 200, 401, 401]);
    const here = (await signIns()).filter(({ address }) => address === '203.0.113.8');
    expect(here.map(({ user, isSuccess, device }) => ({ user, isSuccess, device }))).toEqual([
      { user: null, isSuccess: false, device: DEVICE },
      { user: { _id: id, name, email }, isSuccess: false, device: DEVICE },
      { user: { _id: id, name, email }, isSuccess: true, device: DEVICE },
      { user: { _id: former.id, name: former.name, email: former.email }, isSuccess: false, device: DEVICE },
    ]);
    expect(JSON.stringify(here)).not.toContain('typed-password');
    shop.clock.advance(91 * DAY_MS);
    await forgetOld();
    expect(await signIns()).toEqual([]);
  });

  it('a wrong second factor and a refused passkey are recorded as failed sign-ins', async () => {
    const owner = await shop.customer();
    const { secret } = await turnOnTwoFactor(owner, shop);
    const thief = shop.visitor();
    await thief.call('login', { body: { email: owner.user.email, password: PASSWORD } });
    const code = appCode(secret, shop.clock.now(), 9);
    expect((await thief.call('finishSignIn', { body: { code }, ...from('203.0.113.10') })).status).toBe(401);
    const passkey = testPasskey('https://evil.example').get(
      (await thief.call('askForPasskey', { body: {} })).body.data,
    );
    const { status } = await thief.call('signInWithPasskey', { body: { passkey }, ...from('203.0.113.10') });
    expect(status).toBe(401);
    const here = (await signIns()).filter(({ address }) => address === '203.0.113.10');
    expect(here.map(({ user, isSuccess }) => [user?._id, isSuccess])).toEqual([
      [undefined, false],
      [owner.user.id, false],
    ]);
  });
});

describe('audit entries of admins', () => {
  it('the address and device of an audit entry are kept 90 days, the entry longer', async () => {
    const [admin, customer] = [await shop.admin(), await buildUser(shop)];
    const change = { params: { id: customer.id }, body: { active: false } };
    expect((await admin.call('adminUpdateUser', { ...change, ...from('203.0.113.9') })).status).toBe(200);
    const entries = async () =>
      (await (await shop.admin()).call('adminListAudit', { query: { q: customer.id } })).body.data;
    expect(await entries()).toMatchObject([{ action: 'user.access-changed', address: '203.0.113.9', device: DEVICE }]);
    shop.clock.advance(91 * DAY_MS);
    await forgetOld();
    expect(await entries()).toMatchObject([{ action: 'user.access-changed', address: null, device: null }]);
  });
});

it('the user agent is shortened to browser and system', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
  expect(shortDevice(chrome)).toBe('Windows NT 10.0; Win64; x64 Chrome/141.0');
  expect(shortDevice(undefined)).toBe('unknown');
  expect(shortDevice(`\r\n${'x'.repeat(500)}`)).toHaveLength(100);
});

describe('the log', () => {
  const token = 'Zm9yZ290dGVuLXBhc3N3b3JkLXRva2VuLW9mLTMyLWJ5dGVz';
  it.each([
    `/reset-password/${token}`,
    `/Reset-Password/${token}`,
    `//reset-password//${token}`,
    `/RESET-PASSWORD/${token}/`,
    `/reset%2Dpassword/${token}`,
    `/%72eset-password%2F${token}`,
    `/%2572eset-password/${token}?x=1`,
    `/api/v1/auth/reset-password/${token}`,
    `/x/../reset-password/${token}`,
    `/\\reset-password\\${token}`,
    `/alerts/${token}`,
    `/verify-email/${token}`,
    `/anything?token=${token}&page=2`,
  ])('the log has no token in %s', async (path) => {
    expect(withoutToken(path)).not.toContain(token);
    logged.length = 0;
    await shop.visitor().fetch(path.replace(/\\/g, '%5C'));
    expect(logged.join('\n')).toContain('[redacted]');
    expect(logged.join('\n')).not.toContain(token);
  });

  it.each(['/api/v1/admin/customers?search=', '/api/v1/admin/orders?page=1&q=', '/?q='])(
    'the log has no search text: %s',
    async (path) => {
      logged.length = 0;
      await shop.visitor().fetch(`${path}asha@example.com`);
      expect(logged.join('\n')).toContain(`${path}[redacted]`);
      expect(logged.join('\n')).not.toContain('asha@example.com');
    },
  );

  it('the log has no secret at any depth', () => {
    const secrets = ['password', 'currentPassword', 'newPassword', 'code', 'codes', 'productLink', 'token', 'secret']
      .concat(['otpauthUrl', 'recoveryCodes', 'razorpaySignature', 'authorization', 'cookie', 'set-cookie'])
      .map((name) => [name, `${name} of somebody`]);
    logged.length = 0;
    const facts = Object.fromEntries(secrets);
    shop.log.warn({ ...facts, headers: facts, call: { body: facts } }, 'something');
    expect(logged.join('\n')).toContain('[redacted]');
    expect(logged.join('\n')).not.toContain('of somebody');
  });

  it('the log names a refused user and the reason', async () => {
    const [customer, limitedAdmin] = [await shop.customer(), await shop.admin({ permissions: ['stock'] })];
    for (const browser of [customer, limitedAdmin]) {
      logged.length = 0;
      expect((await browser.call('adminListOrders')).status).toBe(403);
      const refused = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused');
      expect(refused).toEqual([expect.objectContaining({ user: browser.user.id, refusal: 'notAllowed' })]);
    }
  });

  it('a URL with endless nested encoding does not block the process', () => {
    const unwrap = vi.spyOn(globalThis, 'decodeURIComponent');
    const told = withoutToken(`/%${'25'.repeat(7_000)}72eset-password/${token}`);
    const layers = unwrap.mock.calls.length;
    unwrap.mockRestore();
    expect({ told, layers }).toEqual({ told: '[redacted]', layers: 6 });
  });

  it('URLs without a token are logged unchanged', () => {
    for (const path of ['/', '/products/1?page=2', '/reset-password', '/%zz/x']) expect(withoutToken(path)).toBe(path);
  });
});
