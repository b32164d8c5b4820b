import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from '../../../platform/client-address.ts';
import { originOf } from '../../../platform/http/requests/request-origin.ts';
import { route } from '../../../platform/http/route.ts';
import type { SessionStarter } from '../sessions/start-session.ts';
import { relyingPartyAt } from './passkey-ceremony.ts';
import {
  addPasskey,
  askForPasskey,
  deletePasskey,
  listPasskeys,
  type PasskeyDeps,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
} from './passkeys.service.ts';

export type PasskeyRouteDeps = PasskeyDeps & { config: { PUBLIC_URL?: string | undefined } };

/** Without a configured PUBLIC_URL, the request's host is the shop's address. */
export const partyOf = ({ config }: PasskeyRouteDeps, request: FastifyRequest) =>
  relyingPartyAt(config.PUBLIC_URL ?? `http://${request.host}`);

export function passkeyRoutes(app: FastifyInstance, deps: PasskeyRouteDeps, { startSession }: SessionStarter): void {
  route(app, endpoints.listPasskeys, async ({ user }) => ({ data: await listPasskeys(deps, user) }));
  route(app, endpoints.startPasskey, async ({ user, request }) => ({
    data: { ...(await startPasskey(deps, partyOf(deps, request), user)) },
  }));
  route(app, endpoints.addPasskey, async ({ user, body, request }) => ({
    data: await addPasskey(deps, partyOf(deps, request), user, body),
    message: messages.passkeyAdded,
  }));
  route(app, endpoints.renamePasskey, async ({ user, params, body }) => ({
    data: await renamePasskey(deps, user, { ...params, ...body }),
    message: messages.passkeyRenamed,
  }));
  route(app, endpoints.removePasskey, async ({ user, params }) => {
    await deletePasskey(deps, user, params.id);
    return { message: messages.passkeyRemoved };
  });
  route(app, endpoints.askForPasskey, async ({ request }) => ({
    data: { ...(await askForPasskey(deps, partyOf(deps, request), clientAddress(request.ip))) },
  }));
  route(app, endpoints.signInWithPasskey, async ({ body, request, reply }) => {
    const answer = { ...body, address: clientAddress(request.ip), origin: originOf(request) };
    const session = await signInWithPasskey(deps, partyOf(deps, request), answer);
    return { user: await startSession(session, request, reply), message: messages.loggedIn };
  });
}
