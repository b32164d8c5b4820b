import type { z } from 'zod';
import type { Permission } from '../accounts/permissions.ts';
import type { Call } from './calls.ts';

export type Shapes = {
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What a success answers; a string is a media type of a reply that is not JSON. */
  readonly reply: z.ZodType | 'text/csv';
  readonly status?: 200 | 201;
  /** What is answered when all was done before, or nothing was to be made. */
  readonly repeatStatus?: 200;
  /** Only for somebody who signed in, or proved again who they are, within the last ten minutes. */
  readonly needsProof?: true;
  /** Of a GET that reveals, exports or changes something: pages of other sites get 403, as for every other method. */
  readonly refusesCrossSite?: true;
  /** Of administrators: those with one of these, and the owners. */
  readonly allows?: readonly [Permission, ...Permission[]];
  /** The body may also arrive as multipart form data (spec §7), with files that are called so. */
  readonly multipart?: 'images' | 'file';
};

export type Endpoint = Call & Shapes;

/** A call for administrators that does not say for which of them does not compile. */
type ShapesOf<C extends Call> = C['access'] extends 'admin' ? Shapes & Required<Pick<Shapes, 'allows'>> : Shapes;

/** Attaches the shapes of a call to its method, path and access. */
export const endpoint = <C extends Call, S extends ShapesOf<C>>(call: C, shapes: S): C & S => ({ ...call, ...shapes });
