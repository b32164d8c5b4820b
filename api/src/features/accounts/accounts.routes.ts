import { endpoints } from '@shop/contract/endpoints';
import { messages } from '@shop/contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../platform/client-address.ts';
import { route } from '../../platform/http/route.ts';
import { type AccountDeps, changePassword, closeAccount, register, signIn, updateProfile } from './accounts.service.ts';
import { type DeviceDeps, rememberDevice } from './devices.service.ts';
import { requestPasswordReset, resetPassword } from './password-reset.service.ts';
import type { SessionCookies } from './session-cookie.ts';
import { endSession, type OpenSession, rotateSession } from './sessions.service.ts';

const addressOf = (request: FastifyRequest) => clientAddress(request.ip);

export function accountRoutes(app: FastifyInstance, deps: AccountDeps & DeviceDeps, cookies: SessionCookies): void {
  const endSessionOf = async (request: FastifyRequest) => {
    const sessionId = cookies.read(request);
    if (sessionId) await endSession(deps, sessionId);
  };
  /** Whatever session this browser had before is over: nobody can have planted the one that it has now. */
  const enter = async ({ user, sessionId }: OpenSession, request: FastifyRequest, reply: FastifyReply) => {
    await endSessionOf(request);
    cookies.write(reply, sessionId, user.role);
    await rememberDevice(deps, user._id, request, reply);
    return user;
  };

  route(app, endpoints.register, async ({ body, request, reply }) => {
    const session = await register(deps, body, addressOf(request));
    return { user: await enter(session, request, reply), message: messages.registered };
  });
  route(app, endpoints.login, async ({ body, request, reply }) => {
    const session = await signIn(deps, body, addressOf(request));
    return { user: await enter(session, request, reply), message: messages.loggedIn };
  });
  route(app, endpoints.logout, async ({ request, reply }) => {
    await endSessionOf(request);
    cookies.clear(reply);
    return { message: messages.loggedOut };
  });
  route(app, endpoints.currentUser, async ({ user }) => ({ user }));
  route(app, endpoints.profile, async ({ user }) => ({ user }));
  route(app, endpoints.refreshSession, async ({ user, reply }) => {
    cookies.write(reply, await rotateSession(deps, user.sessionHash), user.role);
    return { user };
  });
  route(app, endpoints.updateProfile, async ({ user, body }) => ({
    user: await updateProfile(deps, user, body),
    message: messages.profileUpdated,
  }));
  route(app, endpoints.updatePassword, async ({ user, body, reply }) => {
    await changePassword(deps, user, body);
    cookies.clear(reply);
    return { message: messages.passwordChanged };
  });
  route(app, endpoints.forgotPassword, async ({ body, request }) => {
    await requestPasswordReset(deps, body.email, addressOf(request));
    return { message: messages.resetLinkSent };
  });
  route(app, endpoints.resetPassword, async ({ params, body }) => {
    await resetPassword(deps, params.token, body.password);
    return { message: messages.passwordReset };
  });
  route(app, endpoints.deleteAccount, async ({ user, body, reply }) => {
    await closeAccount(deps, user, body?.password);
    cookies.clear(reply);
    return { message: messages.accountDeleted };
  });
}
