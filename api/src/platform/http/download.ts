import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file that the browser keeps, written while it is sent. */
export function download(reply: FastifyReply, name: string, lines: AsyncIterable<string>): Readable {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(lines);
}
