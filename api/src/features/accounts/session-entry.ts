import type { User } from '@shop/contract/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DeviceDeps, rememberDevice } from './devices.service.ts';
import type { SessionCookies } from './session-cookie.ts';
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
    /** Whatever session this browser had before is over: nobody can have planted the one that it has now. */
    async enter({ user, sessionId }: OpenSession, request: FastifyRequest, reply: FastifyReply): Promise<User> {
      await endSessionOf(request);
      cookies.write(reply, sessionId, user.role);
      await rememberDevice(deps, user._id, request, reply);
      return user;
    },
  };
}
