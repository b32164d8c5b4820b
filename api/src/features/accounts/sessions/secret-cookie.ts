import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecret } from './secret.rules.ts';

/** A cookie with 256 random bits that scripts cannot read and other sites cannot send (HttpOnly, SameSite=Lax). */
export function secretCookie({ isHttps }: { isHttps: boolean }, bareName: string) {
  // On HTTPS, browsers accept a `__Host-` cookie only from this host over HTTPS, so that nobody else can plant one.
  const name = isHttps ? `__Host-${bareName}` : bareName;
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps } as const;
  return {
    name,
    read(request: FastifyRequest): string | undefined {
      const value = request.cookies[name];
      return value !== undefined && isSecret(value) ? value : undefined;
    },
    write(reply: FastifyReply, secret: string, minutes: number): void {
      void reply.setCookie(name, secret, { ...attributes, maxAge: minutes * 60 });
    },
    clear(reply: FastifyReply): void {
      void reply.clearCookie(name, attributes);
    },
  };
}
