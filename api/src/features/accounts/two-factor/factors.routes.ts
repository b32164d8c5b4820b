import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance } from 'fastify';
import { clientAddress } from '../../../platform/client-address.ts';
import { route } from '../../../platform/http/route.ts';
import { type PasskeyRouteDeps, partyOf } from '../passkeys/passkeys.routes.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../sessions/own-sessions.service.ts';
import { reauthenticate } from './reauthenticate.service.ts';
import {
  confirmTwoFactor,
  endTwoFactor,
  showTwoFactor,
  startTwoFactor,
  type TwoFactorDeps,
} from './two-factor.service.ts';

export type FactorRouteDeps = TwoFactorDeps & PasskeyRouteDeps;

/** Calls of a signed-in user about two-factor sign-in, sessions and reauthentication. */
export function factorRoutes(app: FastifyInstance, deps: FactorRouteDeps): void {
  route(app, endpoints.showTwoFactor, async ({ user }) => ({ data: await showTwoFactor(deps, user) }));
  route(app, endpoints.startTwoFactor, async ({ user }) => ({ data: await startTwoFactor(deps, user) }));
  route(app, endpoints.confirmTwoFactor, async ({ user, body, request }) => {
    const address = clientAddress(request.ip);
    const recoveryCodes = await confirmTwoFactor(deps, user, { ...body, address });
    return { data: { recoveryCodes }, message: messages.twoFactorOn };
  });
  route(app, endpoints.endTwoFactor, async ({ user, body, request }) => {
    await endTwoFactor(deps, user, { ...body, address: clientAddress(request.ip) });
    return { message: messages.twoFactorOff };
  });
  route(app, endpoints.listSessions, async ({ user }) => ({ data: await listOwnSessions(deps, user) }));
  route(app, endpoints.endSession, async ({ user, params }) => {
    await endOwnSession(deps, user, params.id);
    return { message: messages.sessionEnded };
  });
  route(app, endpoints.endOtherSessions, async ({ user }) => {
    await endOtherSessions(deps, user);
    return { message: messages.otherSessionsEnded };
  });
  route(app, endpoints.prove, async ({ user, body, request }) => {
    await reauthenticate(deps, user, {
      ...body,
      address: clientAddress(request.ip),
      party: partyOf(deps, request),
    });
    return { message: messages.proved };
  });
}
