import type { User } from '@shop/contract/accounts/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../../platform/http/requests/request-origin.ts';
import { mailPersonAndOwners } from '../security-mails/security-mails.ts';
import { deviceInWords } from '../sign-in/devices.rules.ts';
import { type DeviceDeps, rememberDevice } from '../sign-in/devices.service.ts';
import { recordSignIn } from '../sign-in/sign-ins.service.ts';
import { secretHashOf } from './secret.rules.ts';
import type { SessionCookies } from './session-cookie.ts';
import { updateSessionDevice } from './sessions.queries.ts';
import { endSession, type OpenSession } from './sessions.service.ts';

export type SessionEntry = ReturnType<typeof sessionEntry>;

/** How a browser comes into a session, by whichever way somebody signed in. */
export function sessionEntry(deps: DeviceDeps, cookies: SessionCookies) {
  const endSessionOf = async (request: FastifyRequest) => {
    const sessionId = cookies.read(request);
    if (sessionId) await endSession(deps, sessionId);
  };
  return {
    cookies,
    endSessionOf,
    /**
     * Whatever session this browser had before is over: nobody can have planted the one that it has now. A new device is
     * news; a first one has nothing to differ from, and is news only where the whole shop is at stake.
     */
    async enter({ user, sessionId }: OpenSession, request: FastifyRequest, reply: FastifyReply): Promise<User> {
      await endSessionOf(request);
      cookies.write(reply, sessionId, user.role);
      const words = deviceInWords(request.headers['user-agent']);
      await updateSessionDevice(deps.db, secretHashOf(sessionId), words);
      const device = await rememberDevice(deps, user._id, request, reply);
      const news = { happening: 'new-device' as const, personId: user._id, at: deps.clock.now(), detail: words };
      if (device === 'new' || (device === 'first' && user.role === 'admin')) await mailPersonAndOwners(deps.db, news);
      await recordSignIn(deps, { userId: user._id, isSuccess: true, origin: originOf(request) });
      return user;
    },
  };
}
