import { expect, it } from 'vitest';
import { callPath } from './api.ts';
import { reauthentication } from './reauthentication.ts';
import { sendInSession } from './session-send.ts';

const REFRESH = callPath('refreshSession');
const PROFILE = callPath('profile');
const ME = callPath('currentUser');
const LOGIN = callPath('login');
const LOGOUT = callPath('logout');

/** A browser with a session cookie and a server that replaces it. The new cookie arrives when `deliverCookie` is called. */
function openBrowser() {
  const sent: string[] = [];
  const [replaced, delivered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [cookie, valid] = [1, 1];
  const send = sendInSession(async (path) => {
    sent.push(path);
    if (path === LOGIN) return Response.json({ code: 'INVALID_CREDENTIALS' }, { status: 401 });
    if (cookie !== valid) return Response.json({ code: 'NOT_SIGNED_IN' }, { status: 401 });
    if (path === REFRESH) {
      valid += 1;
      replaced.resolve();
      await delivered.promise;
      cookie = valid;
    }
    return Response.json({});
  });
  return {
    sent,
    statusOf: async (path: string) => (await send(path, {})).status,
    cookieReplaced: replaced.promise,
    deliverCookie: delivered.resolve,
    endSession: () => {
      valid = 0;
    },
  };
}

it('two simultaneous session refreshes both succeed', async () => {
  const { statusOf, cookieReplaced, deliverCookie } = openBrowser();
  const refreshes = [statusOf(REFRESH), statusOf(REFRESH)];
  await cookieReplaced;
  deliverCookie();
  expect(await Promise.all(refreshes)).toEqual([200, 200]);
});

it('a call that was refused during a refresh is sent again', async () => {
  const { statusOf, cookieReplaced, deliverCookie, sent } = openBrowser();
  const refresh = statusOf(REFRESH);
  await cookieReplaced;
  const profile = statusOf(PROFILE);
  deliverCookie();
  expect([await refresh, await profile]).toEqual([200, 200]);
  expect(sent).toEqual([REFRESH, PROFILE, PROFILE]);
});

it.each([
  // During a refresh it would find nobody signed in.
  ['the session check', ME],
  // During a refresh the new cookie and its session would survive the sign-out.
  ['signing out', LOGOUT],
])('%s (%s) waits until a running refresh is over', async (_, path) => {
  const { statusOf, cookieReplaced, deliverCookie, sent } = openBrowser();
  const refresh = statusOf(REFRESH);
  await cookieReplaced;
  const answer = statusOf(path);
  expect(sent).toEqual([REFRESH]);
  deliverCookie();
  expect([await refresh, await answer]).toEqual([200, 200]);
  expect(sent).toEqual([REFRESH, path]);
});

it('a call is retried once after NOT_SIGNED_IN, and never after a wrong password', async () => {
  const { statusOf, sent, endSession } = openBrowser();
  endSession();
  expect([await statusOf(PROFILE), await statusOf(REFRESH), await statusOf(LOGIN)]).toEqual([401, 401, 401]);
  expect(sent).toEqual([PROFILE, PROFILE, REFRESH, LOGIN]);
});

it('a call is sent again after reauthentication, and stays refused without it', async () => {
  const sent: string[] = [];
  let isProved = false;
  let isReplaced = false;
  const send = sendInSession(async (path) => {
    sent.push(path);
    if (path === LOGIN) return new Response('<html>', { status: 403 });
    if (isReplaced) {
      isReplaced = false;
      return Response.json({ code: 'NOT_SIGNED_IN' }, { status: 401 });
    }
    return isProved ? Response.json({}) : Response.json({ code: 'FRESH_PROOF_REQUIRED' }, { status: 403 });
  });
  reauthentication.ask = async () => false;
  const refused = await send(PROFILE, {});
  expect([refused.status, await refused.json()]).toEqual([403, { code: 'FRESH_PROOF_REQUIRED' }]);
  reauthentication.ask = async () => {
    isProved = true;
    return true;
  };
  expect([(await send(PROFILE, {})).status, (await send(LOGIN, {})).status]).toEqual([200, 403]);
  expect(sent).toEqual([PROFILE, PROFILE, PROFILE, LOGIN]);
  // The same works for a call that was already repeated after a refresh.
  [isProved, isReplaced] = [false, true];
  expect((await send(PROFILE, {})).status).toBe(200);
});
