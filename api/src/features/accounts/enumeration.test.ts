import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { buildUser, PASSWORD } from '../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { findOpenUserByEmail } from './accounts.queries.ts';
import { hashPassword, verifyPassword } from './passwords/password-hash.ts';
import { issueResetToken } from './passwords/password-reset.service.ts';

/** Fault 23: neither the answer nor the response time reveals whether an account exists. */
let shop: TestShop;
let known: string;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '100000' });
  known = (await buildUser(shop, { password_hash: await hashPassword(PASSWORD) })).email;
});
afterAll(() => shop.close());

const PAIRS = 40;
const WRONG = 'Wrong-Horse-9';
let strangers = 0;
const unknown = () => `stranger-${++strangers}@example.com`;

type Ask = (email: string) => Promise<unknown>;

const timeOf = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Returns the share of pairs in which the known account took longer: 0.5 means no difference, 0 or 1 a clear one.
 * Only the order counts and the measurements alternate, so that outliers and a slowing machine do not distort the result.
 */
async function sample(ask: Ask): Promise<number> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const measure = {
    known: async () => void times.known.push(await timeOf(() => ask(known))),
    unknown: async () => {
      const email = unknown();
      times.unknown.push(await timeOf(() => ask(email)));
    },
  };
  await ask(known);
  await ask(unknown());
  for (let pair = 0; pair < PAIRS; pair++) {
    const [first, second] = pair % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    await measure[first]();
    await measure[second]();
  }
  const wins = times.known.flatMap((time) => times.unknown.map((other): number => (time > other ? 1 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

// With 40 measurements each, chance alone leaves 0.5 ± 0.2 in one of a thousand samples.
const CANNOT_TELL = { low: 0.3, high: 0.7 };
// Chance does not reach 0.75, even on a busy machine.
const CAN_TELL = { low: 0.75, high: Infinity };

/** A sample outside the bounds may be chance. In that case the median of three samples decides. */
async function expectTimes(ask: Ask, { low, high }: typeof CANNOT_TELL) {
  const first = await sample(ask);
  const shares = first > low && first < high ? [first] : [first, await sample(ask), await sample(ask)];
  const middle = shares.toSorted((a, b) => a - b)[shares.length >> 1];
  expect(middle, shares.join()).toBeGreaterThan(low);
  expect(middle, shares.join()).toBeLessThan(high);
}

const answerTo = async (
  call: 'login' | 'forgotPassword' | 'register',
  body: { email: string; password?: string; name?: string; mobile?: string },
) => {
  const reply = await shop.visitor().call(call, { body });
  const { requestId: _, ...answer } = reply.body as Record<string, unknown>;
  return { status: reply.status, answer, headers: [...reply.headers.keys()] };
};

describe('sign in', () => {
  const signIn = (email: string) => answerTo('login', { email, password: WRONG });

  it('sign-in gives the same answer for known and unknown emails', async () => {
    expect(await signIn(unknown())).toEqual(await signIn(known));
  });

  it('sign-in takes the same time for known and unknown emails', async () => {
    await expectTimes(signIn, CANNOT_TELL);
  });

  it('without the dummy hash, sign-in times reveal known emails (control)', async () => {
    const withoutDummy = async (email: string) => {
      const user = await findOpenUserByEmail(shop.db, email);
      return user !== undefined && verifyPassword(WRONG, user.password_hash);
    };
    await expectTimes(withoutDummy, CAN_TELL);
  });
});

describe('forgot password', () => {
  const forgot = (email: string) => answerTo('forgotPassword', { email });

  it('forgot password gives the same answer for known and unknown emails', async () => {
    expect(await forgot(unknown())).toEqual(await forgot(known));
  });

  it('forgot password takes the same time for known and unknown emails', async () => {
    await expectTimes(forgot, CANNOT_TELL);
  });

  it('creating the token inside the request would reveal known emails (control)', async () => {
    const inTheRequest = async (email: string) => {
      const request = { email, mailId: newId(), requestedAt: shop.clock.now().toISOString() };
      if (await issueResetToken(shop, request)) await enqueue(shop.db, 'control', {});
    };
    await expectTimes(inTheRequest, CAN_TELL);
  });
});

/** Creates an open account, one that an admin has deactivated, and one that its owner has deleted. */
async function accountsInEachState() {
  const [open, deactivated, deleted] = [await shop.customer(), await shop.customer(), await shop.customer()];
  const change = { params: { id: deactivated.user.id }, body: { active: false } };
  expect((await (await shop.admin()).call('adminUpdateUser', change)).status).toBe(200);
  expect((await deleted.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(200);
  return { open: open.user.email, deactivated: deactivated.user.email, deleted: deleted.user.email };
}

describe('a stranger who does not know the password', () => {
  const register = (email: string) =>
    answerTo('register', { email, name: 'Asha Rao', mobile: '9876543210', password: 'Monsoon#2026' });

  it('registering gives the same answer for a deactivated and an open account', async () => {
    const { open, deactivated } = await accountsInEachState();
    const refused = await register(deactivated);
    expect(refused).toEqual(await register(open));
    expect([refused.status, refused.answer]).toEqual([
      409,
      {
        code: 'EMAIL_TAKEN',
        message:
          'An account with this email already exists. Please sign in or reset your password. ' +
          'If neither works, contact us.',
      },
    ]);
  });

  it('the email of a deleted account can be registered like a new one', async () => {
    const { deleted } = await accountsInEachState();
    const [again, never] = [await register(deleted), await register(unknown())];
    expect([again.status, Object.keys(again.answer), again.headers]).toEqual([
      201,
      Object.keys(never.answer),
      never.headers,
    ]);
    expect(again.answer['message']).toBe(never.answer['message']);
  });
});

it('deactivated, deleted and unknown emails get the same answers', async () => {
  const { deactivated, deleted } = await accountsInEachState();
  for (const email of [deactivated, deleted]) {
    const password = PASSWORD;
    expect(await answerTo('login', { email, password })).toEqual(
      await answerTo('login', { email: unknown(), password }),
    );
    expect(await answerTo('forgotPassword', { email })).toEqual(await answerTo('forgotPassword', { email: unknown() }));
  }
});

it('reset gives the same answer for expired and invented tokens', async () => {
  const reset = async (token: string) => {
    const reply = await shop.visitor().call('resetPassword', { params: { token }, body: { password: 'Fresh#Horse9' } });
    return [reply.status, reply.body.code, reply.body.message];
  };
  const mailId = newId();
  const issued = await issueResetToken(shop, { email: known, mailId, requestedAt: shop.clock.now().toISOString() });
  expect(issued).toBeDefined();
  await shop.db
    .updateTable('reset_tokens')
    .set({ expires_at: new Date(0) })
    .execute();
  expect(await reset(issued?.token ?? '')).toEqual(await reset('made-up'));
});
