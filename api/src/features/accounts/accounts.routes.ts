import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from '../../platform/client-address.ts';
import { originOf } from '../../platform/http/requests/request-origin.ts';
import { route } from '../../platform/http/route.ts';
import { type AccountDeps, changePassword, closeAccount, register, signIn, updateProfile } from './accounts.service.ts';
import { requestPasswordReset, resetPassword } from './passwords/password-reset.service.ts';
import { secretCookie } from './sessions/secret-cookie.ts';
import { PENDING_SIGN_IN_MINUTES } from './sessions/sessions.rules.ts';
import { rotateSession } from './sessions/sessions.service.ts';
import type { SessionStarter } from './sessions/start-session.ts';
import { deviceTokenHash } from './sign-in/device-cookie.ts';
import { hasDeviceCookie, isKnownDevice, rememberDevice } from './sign-in/devices.service.ts';
import { finishSignIn } from './sign-in/second-step.service.ts';
import type { OneTimeCodeDeps } from './two-factor/one-time-codes.service.ts';
import { requireSecondFactor } from './two-factor/require-second-factor.ts';

const addressOf = (request: FastifyRequest) => clientAddress(request.ip);

export type AccountRouteDeps = AccountDeps & OneTimeCodeDeps & { config: { isHttps: boolean } };

export function accountRoutes(
  app: FastifyInstance,
  deps: AccountRouteDeps,
  { cookies, startSession, endSessionOf }: SessionStarter,
): void {
  const pendingSignInCookie = secretCookie(deps.config, 'sign-in');
  route(app, endpoints.register, async ({ body, request, reply }) => {
    const session = await register(deps, body, addressOf(request));
    return { user: await startSession(session, request, reply), message: messages.registered };
  });
  route(app, endpoints.login, async ({ body, request, reply }) => {
    const signedIn = await signIn(deps, body, {
      address: addressOf(request),
      origin: originOf(request),
      isKnownDevice: hasDeviceCookie(request) ? (userId) => isKnownDevice(deps.db, userId, request) : undefined,
    });
    if ('sessionId' in signedIn)
      return { user: await startSession(signedIn, request, reply), message: messages.loggedIn };
    pendingSignInCookie.write(reply, signedIn.pendingToken, PENDING_SIGN_IN_MINUTES);
    return { twoFactor: true as const, message: messages.twoFactorNeeded };
  });
  route(app, endpoints.finishSignIn, async ({ body, request, reply }) => {
    const place = { address: addressOf(request), origin: originOf(request) };
    const session = await finishSignIn(deps, pendingSignInCookie.read(request), { ...body, ...place });
    pendingSignInCookie.clear(reply);
    return { user: await startSession(session, request, reply), message: messages.loggedIn };
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
  route(app, endpoints.updatePassword, async ({ user, body, request, reply }) => {
    await changePassword(deps, user, { ...body, deviceHash: deviceTokenHash(request) });
    cookies.clear(reply);
    return { message: messages.passwordChanged };
  });
  route(app, endpoints.forgotPassword, async ({ body, request }) => {
    await requestPasswordReset(deps, body.email, addressOf(request));
    return { message: messages.resetLinkSent };
  });
  route(app, endpoints.resetPassword, async ({ params, body, request, reply }) => {
    const { token } = params;
    const [address, deviceHash] = [addressOf(request), deviceTokenHash(request)];
    const { userId } = await resetPassword(deps, { token, password: body.password, address, deviceHash });
    // A known device has its own attempt limit, so that an ongoing attack does not lock out the owner.
    await rememberDevice(deps, userId, request, reply);
    return { message: messages.passwordReset };
  });
  route(app, endpoints.deleteAccount, async ({ user, body, reply }) => {
    await requireSecondFactor(deps.db, user);
    await closeAccount(deps, user, body.password);
    cookies.clear(reply);
    return { message: messages.accountDeleted };
  });
}
