import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecret } from './secret.rules.ts';

/** A cookie that holds 256 random bits, out of reach of scripts and other sites. */
export function secretCookie({ isHttps }: { isHttps: boolean }, bareName: string) {
  // On HTTPS the name itself makes browsers refuse one that another host or an insecure page tries to plant.
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
