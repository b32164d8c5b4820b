import { API_BASE } from '@shop/contract/calls/calls';
import type { Endpoint } from '@shop/contract/calls/endpoint';
import type { CallData } from '@shop/contract/calls/endpoints';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Publish } from '../../images/public-addresses.ts';
import { type RouteReply, route } from '../route.ts';
import type { HeaderOptions } from '../security/security-headers.ts';
import { makeAnswer } from './answer.ts';
import type { KeptAnswers, Made, Make } from './kept-answers.ts';
import type { BeginReading, Reading } from './reading.ts';
import { replyPicker } from './reply-picker.ts';
import { sendAnswer } from './send-answer.ts';
import { sharedHeaders } from './shared-headers.ts';
import { nameOfRequest } from './theme.ts';

type Read = (path: string, query: URLSearchParams) => Promise<Made> | undefined;

/** Public reads of the API whose answers are kept, and which pages may ask for without a request. */
export type SharedReads = {
  mount<E extends Endpoint>(
    app: FastifyInstance,
    endpoint: E,
    /** What it reads may be elsewhere than the rest of the shop reads. */
    handle: (call: CallData<E>, reading: Partial<Reading>) => Promise<RouteReply<E>>,
  ): void;
  /** What the address answers; undefined when it is not one of these reads, or not a valid one. */
  ask(url: string): Promise<Made> | undefined;
};

// Where answers are not shared they are kept by browsers but asked for again each time: one that did not change costs
// its ETag, and a product that was sold meanwhile is never shown from a cache.
const fresh = { cache: 'no-cache' };

export const unsharedRead: SharedReads['mount'] = (app, endpoint, handle) =>
  route(app, endpoint, (call) => handle(call, {}), fresh);

/** A request as far as its answer depends on it. */
type Asked = { params: unknown; query: unknown };

const ignored = z.unknown().transform(() => undefined);

type Parts = { headerOptions: HeaderOptions; read: BeginReading; publish: Publish | undefined };

export function createSharedReads(
  kept: KeptAnswers,
  { headerOptions, read, publish = (answer) => answer }: Parts,
): SharedReads {
  const reads: Read[] = [];
  const headers = sharedHeaders(API_BASE, headerOptions, 'accept-encoding');

  const mount: SharedReads['mount'] = (app, endpoint, handle) => {
    if (typeof endpoint.reply === 'string') throw new Error(`${endpoint.path} is streamed and cannot be shared`);
    const pick = replyPicker(endpoint.reply);
    // What the contract has read of a request has an order and its defaults: two ways to ask for the same are one key.
    const keyOf = ({ params, query }: Asked) => JSON.stringify([endpoint.path, params, query]);
    const makerOf =
      (asked: Asked): Make =>
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
        // What the contract does not know was not read, and would only make keys differ.
        const asked = { params: endpoint.params && request.params, query: endpoint.query && request.query };
        const { answer } = await kept.get(keyOf(asked), makerOf(asked));
        kept.name(keyOf(asked), nameOfRequest(request.raw));
        reply.hijack();
        sendAnswer(request.raw, reply.raw, answer, request.id);
        return undefined as never;
      },
      { isForNobody: true },
    );

    const pattern = new RegExp(`^${API_BASE}${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    reads.push((path, search) => {
      const match = pattern.exec(path);
      if (!match) return undefined;
      const params = (endpoint.params ?? ignored).safeParse({ ...match.groups });
      const query = (endpoint.query ?? ignored).safeParse(Object.fromEntries(search));
      if (!params.success || !query.success) return undefined;
      const asked = { params: params.data, query: query.data };
      return kept.get(keyOf(asked), makerOf(asked));
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
