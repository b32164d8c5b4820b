import { describe, expect, it } from 'vitest';
import { buildUser, PASSWORD } from '../../testing/data/builders.ts';
import { shareTestShop } from '../../testing/share-test-shop.ts';

const shop = shareTestShop();

let count = 0;
const registration = () => ({
  name: 'Asha Rao',
  mobile: '9876543210',
  email: `asha-${++count}@example.com`,
  password: 'Monsoon#2026',
});

describe('register', () => {
  it('registration creates a customer and signs in', async () => {
    const browser = shop.visitor();
    const body = registration();
    const { status, body: reply, headers } = await browser.call('register', { body });
    expect(status).toBe(201);
    expect(reply).toEqual({
      user: {
        _id: expect.any(String),
        name: 'Asha Rao',
        email: body.email,
        mobile: '9876543210',
        role: 'customer',
        active: true,
        createdAt: expect.any(String),
      },
      message: 'Account created successfully',
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await browser.call('currentUser')).body.user).toEqual(reply.user);
  });

  it('registration sends a welcome mail', async () => {
    const body = registration();
    await shop.visitor().call('register', { body });
    await shop.runJobs();
    expect(shop.mails.to(body.email)).toEqual([
      expect.objectContaining({ subject: expect.stringContaining('Welcome') }),
    ]);
  });

  it('only one of several concurrent registrations gets an email, in any letter case', async () => {
    const body = registration();
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        shop.visitor().call('register', { body: { ...body, email: n % 2 ? body.email.toUpperCase() : body.email } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('EMAIL_TAKEN');
  });

  it('registration answers field errors with the texts of the specification', async () => {
    const { status, body } = await shop
      .visitor()
      .call('register', { body: { name: ' Al ', mobile: '12', email: 'nobody', password: 'password' } });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: {
        name: 'Name must be at least 3 characters',
        mobile: 'Mobile must be 10 digits',
        email: 'Invalid email format',
        password: 'Must contain at least one uppercase letter',
      },
    });
  });

  it('registration never lets a user choose role, status or id (fault 20)', async () => {
    const _id = '00000000-0000-7000-8000-000000000000';
    const body = {
      ...registration(),
      role: 'admin',
      active: false,
      _id,
      constructor: { prototype: { role: 'admin' } },
    };
    const poisoned = JSON.stringify(body).replace(/}$/, ',"__proto__":{"role":"admin"}}');
    const { status } = await shop.visitor().call('register', { body: JSON.parse(poisoned) });
    const refused = await shop.visitor().fetch('/api/v1/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: poisoned,
    });
    expect([status, refused.status]).toEqual([400, 400]);
    const { constructor: _, ...harmless } = body;
    const accepted = await shop.visitor().call('register', { body: harmless });
    expect(accepted.body.user).toMatchObject({ role: 'customer', active: true });
    expect(accepted.body.user._id).not.toBe(_id);
  });
});

describe('a hostile body (fault 20)', () => {
  const post = (body: string, path = '/auth/register') =>
    shop.visitor().fetch(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });

  it.each([
    ['{"a":', 422],
    ['[', 400],
  ])('a body nested 10,000 deep is refused: %s', async (opening, expected) => {
    const closing = opening === '[' ? ']' : '}';
    const { status } = await post(`${opening.repeat(10_000)}1${closing.repeat(10_000)}`);
    expect(status).toBe(expected);
  });

  it('a deeply nested unknown field is ignored', async () => {
    const body = JSON.stringify({ ...registration(), extra: 0 });
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    expect((await post(body.replace('"extra":0', `"extra":${deep}`))).status).toBe(201);
  });

  it('a deeply nested free-form field is refused', async () => {
    const passkey = { id: 'A', rawId: 'A', type: 'public-key', clientExtensionResults: { extra: 0 } };
    const response = { clientDataJSON: '', authenticatorData: '', signature: '' };
    const body = JSON.stringify({ passkey: { ...passkey, response } });
    const deep = `${'['.repeat(25_000)}${']'.repeat(25_000)}`;
    const { status } = await post(body.replace('"extra":0', `"extra":${deep}`), '/auth/passkeys/sign-in');
    expect(status).toBe(401);
  });

  it('a body of 5 MB is refused', async () => {
    const { status } = await post(JSON.stringify({ ...registration(), name: 'x'.repeat(5 * 1024 * 1024) }));
    expect(status).toBe(413);
  });
});

describe('sign in', () => {
  it('sign-in accepts the right password and rotates the session', async () => {
    const user = await buildUser(shop);
    const browser = shop.visitor();
    const first = await browser.call('login', { body: { email: ` ${user.email.toUpperCase()} `, password: PASSWORD } });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ message: 'Logged in successfully', user: { _id: user.id, email: user.email } });
    const stale = shop.visitor();
    stale.cookies.set('session', browser.cookies.get('session') ?? '');
    await browser.call('login', { body: { email: user.email, password: PASSWORD } });
    expect((await stale.call('currentUser')).body.user).toBeNull();
    expect((await browser.call('profile')).body.user._id).toBe(user.id);
  });

  it('sign-in gives the same answer for a wrong password and an unknown email', async () => {
    const user = await buildUser(shop);
    const wrong = await shop.visitor().call('login', { body: { email: user.email, password: 'Wrong-Horse-9' } });
    const unknown = await shop.visitor().call('login', { body: { email: 'nobody@example.com', password: PASSWORD } });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.message).toBe('Invalid email or password');
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  it('sign-out succeeds, also when nobody is signed in', async () => {
    const browser = await shop.customer();
    expect((await browser.call('logout')).body).toEqual({ message: 'Logged out successfully' });
    expect(browser.cookies.size).toBe(0);
    expect((await browser.call('logout')).status).toBe(200);
  });
});
