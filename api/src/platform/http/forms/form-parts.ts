import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../failure.ts';

/** The most characters of a field that is not a file. */
export const FIELD_MAX = 20_000;

type Limits = { fileSize: number; files: number; fields: number; fieldSize: number };

/** An error with a code is a limit of Fastify or a disk error. An error without one comes from the parser: a broken form. */
export const asFormFailure = (error: object) => ('code' in error ? error : fail('malformed'));

/** Yields the parts of a form in their order. A form that cannot be parsed is answered as malformed. */
export async function* formParts(request: FastifyRequest, limits: Limits): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw asFormFailure(error as Error);
  }
}
