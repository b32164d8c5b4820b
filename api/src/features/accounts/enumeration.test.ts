import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { buildUser, PASSWORD } from '../../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { findOpenUserByEmail } from './accounts.queries.ts';
import { hashPassword, verifyPassword } from './passwords/password-hash.ts';
import { issueResetToken } from './passwords/password-reset.service.ts';

/** Row 23: whether an account exists can be answer neither by the answer nor by the time. */
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
 * How often a known account takes longer than an unknown one, over every pair of measurements: 0.5 when the times say
 * nothing, 0 or 1 when they tell. It looks at order alone and the measurements alternate, so that neither an outlier
 * nor a machine that gets slower on the way moves it.
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

// With 40 of each, chance alone stays within 0.5 ± 0.2 in all but one of a thousand samples.
const CANNOT_TELL = { low: 0.3, high: 0.7 };
// Outside of what chance does, with room for the noise of a busy machine.
const CAN_TELL = { low: 0.75, high: Infinity };

/** A sample outside the bounds may be that one of a thousand: then the middle of three decides. */
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

  it('answers the same', async () => {
    expect(await signIn(unknown())).toEqual(await signIn(known));
  });

  it('takes the same time', async () => {
    await expectTimes(signIn, CANNOT_TELL);
  });

  it('is answer apart without the hash that unknown accounts are checked against (control)', async () => {
    const withoutDummy = async (email: string) => {
      const user = await findOpenUserByEmail(shop.db, email);
      return user !== undefined && verifyPassword(WRONG, user.password_hash);
    };
    await expectTimes(withoutDummy, CAN_TELL);
  });
});

describe('forgot password', () => {
  const forgot = (email: string) => answerTo('forgotPassword', { email });

  it('answers the same', async () => {
    expect(await forgot(unknown())).toEqual(await forgot(known));
  });

  it('takes the same time', async () => {
    await expectTimes(forgot, CANNOT_TELL);
  });

  it('is answer apart where only known accounts get a token and a job (control)', async () => {
    const inTheRequest = async (email: string) => {
      const request = { email, mailId: newId(), requestedAt: shop.clock.now().toISOString() };
      if (await issueResetToken(shop, request)) await enqueue(shop.db, 'control', {});
    };
    await expectTimes(inTheRequest, CAN_TELL);
  });
});

/** An account that its owner can use, one that an administrator has deactivated, and one that its owner has deleted. */
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

  it('cannot tell a deactivated account from an open one by registering', async () => {
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

  it('registers the address of a deleted account like a new one', async () => {
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

it('deactivated, deleted and unknown addresses are answered alike', async () => {
  const { deactivated, deleted } = await accountsInEachState();
  for (const email of [deactivated, deleted]) {
    const password = PASSWORD;
    expect(await answerTo('login', { email, password })).toEqual(
      await answerTo('login', { email: unknown(), password }),
    );
    expect(await answerTo('forgotPassword', { email })).toEqual(await answerTo('forgotPassword', { email: unknown() }));
  }
});

it('reset answers every token that does not work alike', async () => {
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
