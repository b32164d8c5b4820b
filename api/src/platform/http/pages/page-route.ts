import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../failure.ts';
import { type ReadLimit, refuseRead } from '../security/public-read-limit.ts';
import type { Rendered, SharedPages } from '../shared-answers/shared-pages.ts';
import { type Theme, themeOf } from '../shared-answers/theme.ts';
import type { AskApi } from './ask-api.ts';
import type { PageAssets } from './web-manifest.ts';

/** What the operator configured and pages need to know. */
export type PageSettings = {
  developmentNotice: boolean;
  avatarUrlTemplate: string;
  supportEmail: string;
  origin: string;
};

type RenderInput = {
  request: Request;
  send: AskApi;
  settings: PageSettings & { theme: Theme; renderedAt: string; canPay: boolean };
  assetsFor: (sources: string[]) => PageAssets;
};
/** The server build of the web app, known only by this shape: api imports nothing from web. */
export type WebRenderer = {
  render(input: RenderInput): Promise<Rendered>;
  /** The one address of a page that everybody sees alike, without what does not change it; null for other pages. */
  sharedAddress(url: URL): string | null;
};

export type PageOptions = {
  settings: PageSettings;
  renderer: () => Promise<WebRenderer>;
  assetsFor: (sources: string[]) => PageAssets;
  /** Vite's development server adds its client to the document. */
  transform?: (url: string, html: string) => Promise<string>;
  sharedPages?: SharedPages | undefined;
  /** Bounds how fast one address has pages rendered. */
  readLimit?: ReadLimit;
  /** Whether the payment provider's window may open in the document of a page. */
  canPay?: (path: string) => boolean;
  /** Names the script that stands in every document. */
  scripts?: string;
  /** The content security policy of a page. */
  policyOf?: (path: string, scripts: string | undefined) => string;
};

// A page that did not change must be the same bytes, so its time moves in steps. India's days begin at half past.
const TIME_STEP_MS = 30 * 60_000;
const pageTime = () => new Date(Math.floor(Date.now() / TIME_STEP_MS) * TIME_STEP_MS).toISOString();

/**
 * Where in the shop an address leads, whichever host it names. A browser takes what follows two slashes for a host, so
 * an address of ours that begins with them is nobody's page.
 */
function pageAddress(url: string): URL | undefined {
  const address = URL.parse(`http://shop.local${url.replace(/^https?:\/\/[^/?#]*/i, '')}`);
  return address && !address.pathname.startsWith('//') ? address : undefined;
}

/** Every address that no file and no API call answers is a page. */
export function pageRoute(app: FastifyInstance, options: PageOptions): void {
  const sendFor =
    (visitor: FastifyRequest): AskApi =>
    async (path, init) => {
      const reply = await app.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: path,
        headers: Object.fromEntries(new Headers(init.headers)),
        // What a page reads counts as read by its visitor, not by the server.
        remoteAddress: visitor.ip,
      });
      return new Response(reply.body, {
        status: reply.statusCode,
        headers: { 'content-type': String(reply.headers['content-type'] ?? '') },
      });
    };

  app.get('/*', async (request, reply) => {
    const url = pageAddress(request.url);
    if (!url || url.pathname.startsWith('/api/')) throw fail('notFound');
    const { render, sharedAddress } = await options.renderer();
    const theme = themeOf(request.headers.cookie);
    const renderedAt = pageTime();
    const send = sendFor(request);
    const renderAt = (url: URL) => (send: AskApi) =>
      render({
        request: new Request(url),
        send,
        assetsFor: options.assetsFor,
        settings: { ...options.settings, theme, renderedAt, canPay: options.canPay?.(url.pathname) ?? true },
      });
    const policy = options.policyOf?.(url.pathname, options.scripts);
    const address = options.sharedPages ? sharedAddress(url) : null;
    // Shared ones are counted where they are answered.
    if (options.readLimit && address === null) refuseRead(options.readLimit, request.ip);
    const page =
      options.sharedPages && address !== null
        ? await options.sharedPages(request, reply, {
            key: JSON.stringify([theme, renderedAt, address]),
            path: url.pathname,
            policy,
            render: renderAt(new URL(address, url)),
            send,
          })
        : await renderAt(url)(send);
    if (!page) return reply;
    if ('redirect' in page) return reply.redirect(page.redirect);
    const rendered = page.html.toString();
    const html = options.transform ? await options.transform(request.url, rendered) : rendered;
    if (policy) reply.header('content-security-policy', policy);
    // The document holds nothing of the visitor but the theme; it is fetched anew and compared by its content.
    return reply.status(page.status).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
}
