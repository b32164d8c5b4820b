import type { User } from '@shop/contract/accounts/accounts';
import type { Access } from '@shop/contract/calls/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The user of a request and the session of the request. */
export type SessionUser = User & {
  /** The hash of the cookie; a refresh replaces the cookie. */
  readonly sessionHash: Buffer;
  /** The id of the session; it does not change. */
  readonly session: string;
  /** An admin who signed in with a password alone, in a shop that requires a second factor. */
  readonly lacksSecondFactor: boolean;
  /** Whether the user gave a fresh proof within the last minutes. */
  readonly isProofFresh: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. The lookup is lazy, and repeated if a second has passed, for example while a body arrives. */
    sessionUser(): Promise<SessionUser | null>;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

type FindSessionUser = (request: FastifyRequest) => Promise<SessionUser | null>;

// A client that sends its body slowly must not act by a session or permission that has ended meanwhile.
const BELIEVED_MS = 1_000;

export function identifyUsers(app: FastifyInstance, findSessionUser: FindSessionUser): void {
  const known = new WeakMap<FastifyRequest, { found: Promise<SessionUser | null>; at: number }>();
  app.decorateRequest('sessionUser', function (this: FastifyRequest) {
    const earlier = known.get(this);
    const now = performance.now();
    if (earlier && now - earlier.at < BELIEVED_MS) return earlier.found;
    const found = findSessionUser(this);
    known.set(this, { found, at: now });
    return found;
  });
}
