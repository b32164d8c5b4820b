import type { User } from '@shop/contract/accounts/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../../platform/http/requests/request-origin.ts';
import { mailPersonAndOwners } from '../security-mails/security-mails.ts';
import { describeDevice } from '../sign-in/devices.rules.ts';
import { type DeviceDeps, rememberDevice } from '../sign-in/devices.service.ts';
import { recordSignIn } from '../sign-in/sign-ins.service.ts';
import { secretHashOf } from './secret.rules.ts';
import type { SessionCookies } from './session-cookie.ts';
import { updateSessionDevice } from './sessions.queries.ts';
import { endSession, type OpenSession } from './sessions.service.ts';

export type SessionStarter = ReturnType<typeof createSessionStarter>;

/** Every way to sign in ends here: by password, by second factor, by passkey and by registration. */
export function createSessionStarter(deps: DeviceDeps, cookies: SessionCookies) {
  const endSessionOf = async (request: FastifyRequest) => {
    const sessionId = cookies.read(request);
    if (sessionId) await endSession(deps, sessionId);
  };
  return {
    cookies,
    endSessionOf,
    /**
     * Ends the browser's previous session, so that an attacker cannot plant a session in it. A new device is mailed to its
     * user. The first device of a user is mailed only for an admin, because an admin account endangers the whole shop.
     */
    async startSession({ user, sessionId }: OpenSession, request: FastifyRequest, reply: FastifyReply): Promise<User> {
      await endSessionOf(request);
      cookies.write(reply, sessionId, user.role);
      const deviceName = describeDevice(request.headers['user-agent']);
      await updateSessionDevice(deps.db, secretHashOf(sessionId), deviceName);
      const device = await rememberDevice(deps, user._id, request, reply);
      if (device === 'new' || (device === 'first' && user.role === 'admin'))
        await mailPersonAndOwners(deps.db, {
          kind: 'new-device',
          personId: user._id,
          at: deps.clock.now(),
          detail: deviceName,
        });
      await recordSignIn(deps, { userId: user._id, isSuccess: true, origin: originOf(request) });
      return user;
    },
  };
}
