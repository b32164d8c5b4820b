import type { FastifyInstance } from 'fastify';
import { type Clock, daysAfter } from '../../clock.ts';

type Deps = { clock: Clock; config: { publicUrl: string; SUPPORT_EMAIL: string } };

const PATH = '/.well-known/security.txt';
const VALID_DAYS = 180;

/** Tells security researchers where to report a vulnerability (RFC 9116). */
export function securityTxt(app: FastifyInstance, { clock, config: { publicUrl, SUPPORT_EMAIL } }: Deps): void {
  app.get(PATH, async (_, reply) => {
    const expires = daysAfter(clock.now(), VALID_DAYS);
    expires.setUTCHours(0, 0, 0, 0);
    const lines = [
      `Contact: mailto:${SUPPORT_EMAIL}`,
      `Contact: ${publicUrl}/contact`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${PATH}`,
    ];
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}
