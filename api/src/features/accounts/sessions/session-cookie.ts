import type { Role } from '@shop/contract/accounts/accounts';
import type { FastifyReply } from 'fastify';
import { secretCookie } from './secret-cookie.ts';
import { lifetimeOf } from './sessions.rules.ts';

export type SessionCookies = ReturnType<typeof sessionCookies>;

export function sessionCookies(config: { isHttps: boolean }) {
  const cookie = secretCookie(config, 'session');
  return {
    ...cookie,
    write: (reply: FastifyReply, sessionId: string, role: Role): void =>
      cookie.write(reply, sessionId, lifetimeOf(role).longestMinutes),
  };
}
