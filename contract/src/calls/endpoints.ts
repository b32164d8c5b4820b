import type { z } from 'zod';
import { accountEndpoints } from '../accounts/accounts.ts';
import { factorEndpoints } from '../accounts/factors.ts';
import { passkeyEndpoints } from '../accounts/passkeys.ts';
import { sessionEndpoints } from '../accounts/sessions.ts';
import { adminEndpoints } from '../admin.ts';
import { contactEndpoints } from '../contact.ts';
import { orderEndpoints } from '../orders.ts';
import { catalogueEndpoints } from '../products/catalogue.ts';
import { wishEndpoints } from '../products/wishlist.ts';
import { viewEndpoints } from '../saved-views.ts';
import { stockEndpoints } from '../stock.ts';
import type { CallName } from './calls.ts';
import type { Endpoint } from './endpoint.ts';

/** Every call with its shapes. The server validates with them, and OpenAPI is generated from them. */
export const endpoints = {
  ...accountEndpoints,
  ...factorEndpoints,
  ...passkeyEndpoints,
  ...sessionEndpoints,
  ...catalogueEndpoints,
  ...stockEndpoints,
  ...wishEndpoints,
  ...orderEndpoints,
  ...contactEndpoints,
  ...adminEndpoints,
  ...viewEndpoints,
} satisfies Record<CallName, Endpoint>;

export type Endpoints = typeof endpoints;

type Part<E, K extends string, Side extends 'in' | 'out'> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: Side extends 'in' ? z.input<S> : z.output<S> }
  : unknown;

type BodyIn<E> = E extends { multipart: string; body: infer S extends z.ZodType }
  ? { body: z.input<S> | FormData }
  : Part<E, 'body', 'in'>;

/** The input that a caller passes. */
export type CallInput<E> = Part<E, 'params', 'in'> & Part<E, 'query', 'in'> & BodyIn<E>;
/** The input that a handler receives after validation. */
export type CallData<E> = Part<E, 'params', 'out'> & Part<E, 'query', 'out'> & Part<E, 'body', 'out'>;
export type CallReply<E> = E extends { reply: infer R } ? (R extends z.ZodType ? z.output<R> : string) : never;
