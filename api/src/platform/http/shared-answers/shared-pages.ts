import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskApi } from '../pages/ask-api.ts';
import { countRead, type ReadLimit } from '../security/public-read-limit.ts';
import type { HeaderOptions } from '../security/security-headers.ts';
import { type Answer, makeAnswer } from './answer.ts';
import type { AnswerCache, CachedAnswer } from './answer-cache.ts';
import { sendAnswer } from './send-answer.ts';
import { sharedHeaders } from './shared-headers.ts';
import type { SharedReads } from './shared-reads.ts';
import { cacheUrlOf } from './theme.ts';

export type Rendered = { status: number; html: Buffer } | { redirect: string };

type SharedPage = {
  /** Everything that the page depends on, except for its API reads. */
  key: string;
  path: string;
  /** Its content security policy, if it differs from the default. */
  policy: string | undefined;
  render: (send: AskApi) => Promise<Rendered>;
  /** Makes API calls that are not shared. */
  send: AskApi;
};

/** Answers a request with a page that is the same for everybody. Returns the page instead if it must not be cached. */
export type SharedPages = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: SharedPage,
) => Promise<Rendered | undefined>;

class Uncacheable {
  readonly page: Rendered;
  constructor(page: Rendered) {
    this.page = page;
  }
}

type Parts = { cache: AnswerCache; reads: SharedReads; readLimit: ReadLimit; headerOptions: HeaderOptions };

export function createSharedPages({ cache, reads, readLimit, headerOptions }: Parts): SharedPages {
  async function makePage({ path, policy, render, send }: SharedPage): Promise<CachedAnswer> {
    let asOf = cache.now();
    const sources = new Map<string, string>();
    let isShared = true;
    const page = await render(async (url, init) => {
      // A failed read is repeated as an ordinary call, so that the page gets the API's failure.
      const made = init.method === 'GET' ? await reads.ask(url)?.catch(() => undefined) : undefined;
      if (!made) {
        isShared = false;
        return send(url, init);
      }
      asOf = Math.min(asOf, made.asOf);
      sources.set(url, made.answer.tag);
      const json = async () => made.value ?? JSON.parse(made.answer.body.toString());
      return { ok: true, status: 200, statusText: 'OK', json };
    });
    if ('redirect' in page || !isShared) throw new Uncacheable(page);
    const { status } = page;
    // A 404 page without reads is an unknown path and may be cached. A missing product may come back at any moment.
    if (status !== 200 && (status !== 404 || sources.size > 0)) throw new Uncacheable(page);
    const answer = makeAnswer({
      status: status === 404 ? 404 : 200,
      body: page.html,
      type: 'text/html; charset=utf-8',
      headers: {
        ...sharedHeaders(path, headerOptions, 'accept-encoding, cookie'),
        ...(policy && { 'content-security-policy': policy }),
      },
      // A page counts as its reads, and as one read at least.
      reads: Math.max(1, sources.size),
      sources,
    });
    return { asOf, answer };
  }

  /** The previous page, if all its API reads still give the same answers. */
  async function revalidated(before: Answer | undefined): Promise<CachedAnswer | undefined> {
    if (!before) return undefined;
    let asOf = cache.now();
    for (const [url, tag] of before.sources) {
      const made = await reads.ask(url)?.catch(() => undefined);
      if (made?.answer.tag !== tag) return undefined;
      asOf = Math.min(asOf, made.asOf);
    }
    return { asOf, answer: before };
  }

  return async (request, reply, page) => {
    // Checked before rendering, which is expensive.
    if (readLimit.isSpent(request.ip)) countRead(readLimit, request.ip);
    try {
      const { answer } = await cache.get(page.key, async (before) => (await revalidated(before)) ?? makePage(page));
      readLimit.take(request.ip, answer.reads);
      cache.addUrl(page.key, cacheUrlOf(request.raw));
      reply.hijack();
      sendAnswer(request.raw, reply.raw, answer, request.id);
      return undefined;
    } catch (error) {
      if (error instanceof Uncacheable) return error.page;
      throw error;
    }
  };
}
