import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../failure.ts';

/** Characters of a field that is no file. */
export const FIELD_MAX = 20_000;

type Limits = { fileSize: number; files: number; fields: number; fieldSize: number };

/** What has a code is Fastify's complaint about a limit or the system's about the disk; the rest is the parser's. */
export const orMalformed = (error: object) => ('code' in error ? error : fail('malformed'));

/** The parts of a form, in the order in which they come; one that cannot be read is its sender's mistake. */
export async function* formParts(request: FastifyRequest, limits: Limits): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw orMalformed(error as Error);
  }
}
