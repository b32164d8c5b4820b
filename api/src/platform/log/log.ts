import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { openLogDestination } from './log-destination.ts';

export type Log = Logger;

/** Header and body fields that must never reach the log, at any depth. */
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

/** Only the facts that help to find a fault, because errors of libraries contain whole connections and requests. */
const errorFacts = (error: Error & { code?: unknown; constraint?: unknown }) => ({
  type: error.name,
  message: error.message,
  cause: error.cause instanceof Error ? error.cause.message : undefined,
  stack: error.stack,
  errorCode: error.code,
  constraint: error.constraint,
});

/** A secret token follows these path segments of a URL. */
const BEFORE_TOKENS = new Set(['reset-password', 'verify-email', 'alerts']);
/** Search terms are redacted too, because admins often search for an email address or a code. */
const REDACTED_PARAMETERS = /([?&](?:token|code|password|q|search)=)[^&#]*/gi;
const REDACTED = '[redacted]';

// A proxy may encode a URL again. The limit stops crafted URLs, which would take most of a second to decode.
const LAYERS_MAX = 5;

/** Undefined if the URL is encoded more often than LAYERS_MAX. */
function decoded(part: string, layers = LAYERS_MAX): string | undefined {
  try {
    const text = decodeURIComponent(part);
    if (text === part) return part;
    return layers === 0 ? undefined : decoded(text, layers - 1);
  } catch {
    return part;
  }
}

/** Redacts tokens in a URL, also if the URL is encoded, has double slashes or is otherwise written unusually. */
export function withoutToken(url: string): string {
  const path = decoded(url.split(/[?#]/, 1)[0] ?? '');
  if (path === undefined) return REDACTED;
  const parts = path.split(/[/\\]+/);
  const word = parts.findIndex((part) => BEFORE_TOKENS.has(part.trim().toLowerCase()));
  if (word < 0) return url.replace(REDACTED_PARAMETERS, `$1${REDACTED}`);
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
