import type { FailureReply } from '@shop/contract/failures/failures';
import { callPath, type Send } from './api.ts';
import { proofDialog } from './fresh-proof.ts';

const IN_TURN = [callPath('refreshSession'), callPath('currentUser'), callPath('logout')];

/** One at a time over all tabs. Browsers have no locks on addresses that are neither HTTPS nor localhost. */
const inTurn = (work: () => Promise<Response>): Promise<Response> =>
  navigator.locks?.request('session', work) ?? work();

/** Why a call was refused for want of a session, a right or a proof; undefined where it was not. */
async function refusalOf(response: Response): Promise<string | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const reply: Partial<FailureReply> = await response
    .clone()
    .json()
    .catch(() => ({}));
  return reply.code;
}

/**
 * A refresh replaces the cookie of every tab. Refreshes take turns, so that none presents a cookie that another has just
 * replaced, and so do asking who is signed in, to which such a cookie is nobody's, and signing out, which would end nothing
 * by it. Any other call that did is sent again once the new cookie is there. So is one that needed a fresh proof, once it
 * was given.
 */
export const sendInSession =
  (send: Send): Send =>
  async (path, init) => {
    if (IN_TURN.includes(path)) return inTurn(() => send(path, init));
    const first = await send(path, init);
    const response = (await refusalOf(first)) === 'NOT_SIGNED_IN' ? await inTurn(() => send(path, init)) : first;
    const isProved = (await refusalOf(response)) === 'FRESH_PROOF_REQUIRED' && (await proofDialog.ask());
    return isProved ? send(path, init) : response;
  };
