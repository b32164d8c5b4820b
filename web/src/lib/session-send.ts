import type { FailureReply } from '@shop/contract/failures/failures';
import { callPath, type Send } from './api.ts';
import { reauthentication } from './reauthentication.ts';

const SERIAL_PATHS = [callPath('refreshSession'), callPath('currentUser'), callPath('logout')];

/** Runs one call at a time over all tabs. Browsers offer locks only on HTTPS and localhost. */
const runSerially = (work: () => Promise<Response>): Promise<Response> =>
  navigator.locks?.request('session', work) ?? work();

/** The failure code of a 401 or 403 response, else undefined. */
async function refusalCode(response: Response): Promise<string | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const reply: Partial<FailureReply> = await response
    .clone()
    .json()
    .catch(() => ({}));
  return reply.code;
}

/**
 * A refresh replaces the session cookie of all tabs, and the old cookie is worthless from then on. The calls that would do
 * harm with an old cookie (refresh, session check, sign-out) run one at a time. Any other refused call is sent again after
 * the refresh, and a call that needs a fresh proof is sent again after reauthentication.
 */
export const sendInSession =
  (send: Send): Send =>
  async (path, init) => {
    if (SERIAL_PATHS.includes(path)) return runSerially(() => send(path, init));
    const first = await send(path, init);
    const response = (await refusalCode(first)) === 'NOT_SIGNED_IN' ? await runSerially(() => send(path, init)) : first;
    const isReauthenticated =
      (await refusalCode(response)) === 'FRESH_PROOF_REQUIRED' && (await reauthentication.ask());
    return isReauthenticated ? send(path, init) : response;
  };
