import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { openLogDestination } from './log-destination.ts';

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

/** Behind these words an address is itself a key to something. */
const BEFORE_TOKENS = new Set(['reset-password', 'verify-email', 'alerts']);
/** What is looked for is somebody's address, or the code they bought, as often as not. */
const UNTOLD_PARAMETERS = /([?&](?:token|code|password|q|search)=)[^&#]*/gi;
const REDACTED = '[redacted]';

// A proxy or two may encode an address once more. Written to be undone for ever, a long one would take most of a second.
const LAYERS_MAX = 5;

/** Undefined where there are more layers than anybody has use for. */
function decoded(part: string, layers = LAYERS_MAX): string | undefined {
  try {
    const text = decodeURIComponent(part);
    if (text === part) return part;
    return layers === 0 ? undefined : decoded(text, layers - 1);
  } catch {
    return part;
  }
}

/** As a router may understand it: however it is written, encoded or doubled, what follows the words is not told. */
export function withoutToken(url: string): string {
  const path = decoded(url.split(/[?#]/, 1)[0] ?? '');
  if (path === undefined) return REDACTED;
  const parts = path.split(/[/\\]+/);
  const word = parts.findIndex((part) => BEFORE_TOKENS.has(part.trim().toLowerCase()));
  if (word < 0) return url.replace(UNTOLD_PARAMETERS, `$1${REDACTED}`);
  return parts.length === word + 1 ? parts.join('/') : [...parts.slice(0, word + 1), REDACTED].join('/');
}

const requestFacts = ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutToken(url), address: ip });

export const createLog = (level: string, destination: DestinationStream = openLogDestination()): Log => {
  const options = {
    level,
    redact: {
      paths: SECRETS.flatMap((name) => {
        const path = name.startsWith('"') ? `[${name}]` : `.${name}`;
        return [path.replace(/^\./, ''), `*${path}`, `*.*${path}`];
      }),
      censor: REDACTED,
    },
    serializers: { err: errorFacts, req: requestFacts },
    base: null,
  };
  return pino(options, destination);
};
