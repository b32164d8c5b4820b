import type { User } from '@shop/contract/accounts';
import type { Access } from '@shop/contract/calls';
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
    /** The signed-in user, looked up once a request and only when somebody asks. */
    sessionUser(): Promise<SessionUser | null>;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

type FindSessionUser = (request: FastifyRequest) => Promise<SessionUser | null>;

export function identifyUsers(app: FastifyInstance, findSessionUser: FindSessionUser): void {
  const known = new WeakMap<FastifyRequest, Promise<SessionUser | null>>();
  app.decorateRequest('sessionUser', function (this: FastifyRequest) {
    const found = known.get(this) ?? findSessionUser(this);
    known.set(this, found);
    return found;
  });
}
