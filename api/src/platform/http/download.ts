import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Streams a file that the browser saves under the given name. */
export function download(reply: FastifyReply, name: string, lines: AsyncIterable<string>): Readable {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(lines);
}
