import { API_BASE } from '@shop/contract/calls/calls';
import type { Endpoint } from '@shop/contract/calls/endpoint';
import type { CallData } from '@shop/contract/calls/endpoints';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Publish } from '../../images/public-addresses.ts';
import { type RouteReply, route } from '../route.ts';
import type { HeaderOptions } from '../security/security-headers.ts';
import { makeAnswer } from './answer.ts';
import type { AnswerCache, CachedAnswer, Producer } from './answer-cache.ts';
import type { BeginReading, Reading } from './reading.ts';
import { replyPicker } from './reply-picker.ts';
import { sendAnswer } from './send-answer.ts';
import { sharedHeaders } from './shared-headers.ts';
import { cacheUrlOf } from './theme.ts';

type Read = (path: string, query: URLSearchParams) => Promise<CachedAnswer> | undefined;

/** Public reads of the API with cached answers. Pages can call them without a request. */
export type SharedReads = {
  mount<E extends Endpoint>(
    app: FastifyInstance,
    endpoint: E,
    /** The reading may come from a replica. */
    handle: (call: CallData<E>, reading: Partial<Reading>) => Promise<RouteReply<E>>,
  ): void;
  /** The answer of a URL; undefined if the URL is not one of these reads or is invalid. */
  ask(url: string): Promise<CachedAnswer> | undefined;
};

// Without shared answers, browsers cache a read but revalidate it each time: an unchanged reply costs only its ETag, and a
// sold-out product is never shown from a browser's cache.
const fresh = { cache: 'no-cache' };

export const unsharedRead: SharedReads['mount'] = (app, endpoint, handle) =>
  route(app, endpoint, (call) => handle(call, {}), fresh);

/** The parts of a request that its answer depends on. */
type Asked = { params: unknown; query: unknown };

const ignored = z.unknown().transform(() => undefined);

type Parts = { headerOptions: HeaderOptions; read: BeginReading; publish: Publish | undefined };

export function createSharedReads(
  cache: AnswerCache,
  { headerOptions, read, publish = (answer) => answer }: Parts,
): SharedReads {
  const reads: Read[] = [];
  const headers = sharedHeaders(API_BASE, headerOptions, 'accept-encoding');

  const mount: SharedReads['mount'] = (app, endpoint, handle) => {
    if (typeof endpoint.reply === 'string') throw new Error(`${endpoint.path} is streamed and cannot be shared`);
    const pick = replyPicker(endpoint.reply);
    // Parsed parameters have a fixed order and defaults, so different spellings of one request have one key.
    const keyOf = ({ params, query }: Asked) => JSON.stringify([endpoint.path, params, query]);
    const producerOf =
      (asked: Asked): Producer =>
      async () => {
        const { reading, asOf } = read();
        const value = publish(pick(await handle(asked as Parameters<typeof handle>[0], reading)));
        const body = Buffer.from(JSON.stringify(value));
        const type = 'application/json; charset=utf-8';
        return { asOf: asOf(), value, answer: makeAnswer({ body, type, headers, reads: 1, sources: new Map() }) };
      };

    route(
      app,
      endpoint,
      async ({ request, reply }) => {
        // Parameters without a schema are not read, and must not make keys differ.
        const asked = { params: endpoint.params && request.params, query: endpoint.query && request.query };
        const { answer } = await cache.get(keyOf(asked), producerOf(asked));
        cache.addUrl(keyOf(asked), cacheUrlOf(request.raw));
        reply.hijack();
        sendAnswer(request.raw, reply.raw, answer, request.id);
        return undefined as never;
      },
      { ignoresSession: true },
    );

    const pattern = new RegExp(`^${API_BASE}${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    reads.push((path, search) => {
      const match = pattern.exec(path);
      if (!match) return undefined;
      const params = (endpoint.params ?? ignored).safeParse({ ...match.groups });
      const query = (endpoint.query ?? ignored).safeParse(Object.fromEntries(search));
      if (!params.success || !query.success) return undefined;
      const asked = { params: params.data, query: query.data };
      return cache.get(keyOf(asked), producerOf(asked));
    });
  };

  return {
    mount,
    ask(url) {
      const { pathname, searchParams } = new URL(url, 'http://shop.local');
      for (const read of reads) {
        const made = read(pathname, searchParams);
        if (made) return made;
      }
      return undefined;
    },
  };
}
