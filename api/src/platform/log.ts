import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Header and body fields that must never reach a log, wherever they are nested. */
const SECRETS = [
  'password',
  'currentPassword',
  'newPassword',
  'code',
  'codes',
  'productLink',
  'token',
  'secret',
  'otpauthUrl',
  'recoveryCodes',
  'razorpaySignature',
  'authorization',
  'cookie',
  '"set-cookie"',
];

/** Only what helps to find a fault: errors of libraries carry whole connections and requests along. */
const errorFacts = (error: Error & { code?: unknown; constraint?: unknown }) => ({
  type: error.name,
  message: error.message,
  cause: error.cause instanceof Error ? error.cause.message : undefined,
  stack: error.stack,
  errorCode: error.code,
  constraint: error.constraint,
});

/** The address of the reset page is itself a key to the account. */
const withoutToken = (url: string) => url.replace(/(\/reset-password\/)[^/?#]+/, '$1[redacted]');

const requestFacts = ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutToken(url), address: ip });

export const createLog = (level: string, destination?: DestinationStream): Log => {
  const options = {
    level,
    redact: {
      paths: SECRETS.flatMap((name) => {
        const path = name.startsWith('"') ? `[${name}]` : `.${name}`;
        return [path.replace(/^\./, ''), `*${path}`, `*.*${path}`];
      }),
      censor: '[redacted]',
    },
    serializers: { err: errorFacts, req: requestFacts },
    base: null,
  };
  return destination ? pino(options, destination) : pino(options);
};
