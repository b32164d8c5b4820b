import '@fastify/cookie';
import type { Role } from '@shop/contract/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lifetimeOf } from './sessions.rules.ts';

/** On HTTPS the name itself makes browsers refuse a cookie that another host or an insecure page tries to plant. */
const cookieName = (isHttps: boolean) => (isHttps ? '__Host-session' : 'session');

const SESSION_ID = /^[\w-]{43}$/;

export type SessionCookies = ReturnType<typeof sessionCookies>;

export function sessionCookies({ isHttps }: { isHttps: boolean }) {
  const name = cookieName(isHttps);
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps } as const;
  return {
    name,
    read(request: FastifyRequest): string | undefined {
      const value = request.cookies[name];
      return value !== undefined && SESSION_ID.test(value) ? value : undefined;
    },
    write(reply: FastifyReply, sessionId: string, role: Role): void {
      void reply.setCookie(name, sessionId, { ...attributes, maxAge: lifetimeOf(role).longestMinutes * 60 });
    },
    clear(reply: FastifyReply): void {
      void reply.clearCookie(name, attributes);
    },
  };
}
