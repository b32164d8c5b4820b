import type { z } from 'zod';
import type { Permission } from '../accounts/permissions.ts';
import type { Call } from './calls.ts';

export type Shapes = {
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body of a success. A string is the media type of a reply that is not JSON. */
  readonly reply: z.ZodType | 'text/csv';
  readonly status?: 200 | 201;
  /** The body when there was nothing to do, for example at a repeated call. */
  readonly repeatStatus?: 200;
  /** The caller needs a fresh proof: signed in or reauthenticated within the last ten minutes. */
  readonly needsProof?: true;
  /** For a GET that reveals, exports or changes something: requests from other sites get 403, as for all other methods. */
  readonly refusesCrossSite?: true;
  /** Administrators need one of these permissions, or are owners. */
  readonly allows?: readonly [Permission, ...Permission[]];
  /** The body may also be multipart form data (spec §7). This is the field name of its files. */
  readonly multipart?: 'images' | 'file';
};

export type Endpoint = Call & Shapes;

/** The permissions of an admin call are required, so that a call without them does not compile. */
type ShapesOf<C extends Call> = C['access'] extends 'admin' ? Shapes & Required<Pick<Shapes, 'allows'>> : Shapes;

/** Attaches the shapes of a call to its method, path and access. */
export const endpoint = <C extends Call, S extends ShapesOf<C>>(call: C, shapes: S): C & S => ({ ...call, ...shapes });
