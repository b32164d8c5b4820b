import type { User } from '@shop/contract/accounts/accounts';
import type { Access } from '@shop/contract/calls/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Who makes the request, and by which session. */
export type SessionUser = User & {
  /** Of the cookie, which a refresh replaces. */
  readonly sessionHash: Buffer;
  /** Of the session itself, which stays. */
  readonly session: string;
  /** An administrator whose session a password alone opened, in a shop that asks for more. */
  readonly lacksSecondFactor: boolean;
  /** Whether they proved within the last minutes who they are. */
  readonly isProofFresh: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, looked up only when somebody asks, and again when a body was long in coming. */
    sessionUser(): Promise<SessionUser | null>;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

type FindSessionUser = (request: FastifyRequest) => Promise<SessionUser | null>;

// Whoever keeps a body back must not act by a session that has ended, or a permission that was taken away, meanwhile.
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
