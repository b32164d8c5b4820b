import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../failure.ts';
import { countRead, type ReadLimit } from '../security/public-read-limit.ts';
import type { Rendered, SharedPages } from '../shared-answers/shared-pages.ts';
import { type Theme, themeOf } from '../shared-answers/theme.ts';
import type { AskApi } from './ask-api.ts';
import type { PageAssets } from './web-manifest.ts';

/** The parts of the configuration that pages need. */
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
/** The shape of the server build of the web app. The api workspace must not import from web. */
export type WebRenderer = {
  render(input: RenderInput): Promise<Rendered>;
  /** The canonical URL of a page that is the same for everybody; null for other pages. */
  sharedAddress(url: URL): string | null;
};

export type PageOptions = {
  settings: PageSettings;
  renderer: () => Promise<WebRenderer>;
  assetsFor: (sources: string[]) => PageAssets;
  /** Lets Vite's development server add its client to the document. */
  transform?: (url: string, html: string) => Promise<string>;
  sharedPages?: SharedPages | undefined;
  /** Limits how many pages one IP address can have rendered. */
  readLimit?: ReadLimit;
  /** Whether the payment provider's window may open in this page's document. */
  canPay?: (path: string) => boolean;
  /** The CSP source of the inline script of every document. */
  scripts?: string;
  /** The content security policy of a page. */
  policyOf?: (path: string, scripts: string | undefined) => string;
};

// An unchanged page must have the same bytes, so its time moves in steps of half an hour: India's days start at half past.
const TIME_STEP_MS = 30 * 60_000;
const pageTime = () => new Date(Math.floor(Date.now() / TIME_STEP_MS) * TIME_STEP_MS).toISOString();

/**
 * Resolves a request URL to a URL of the shop and ignores its host. A path that starts with two slashes is no page:
 * a browser would read its next part as a host.
 */
function pageAddress(url: string): URL | undefined {
  const address = URL.parse(`http://shop.local${url.replace(/^https?:\/\/[^/?#]*/i, '')}`);
  return address && !address.pathname.startsWith('//') ? address : undefined;
}

/** Renders a page for every path that is neither a file nor an API call. */
export function pageRoute(app: FastifyInstance, options: PageOptions): void {
  const sendFor =
    (visitor: FastifyRequest): AskApi =>
    async (path, init) => {
      const reply = await app.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: path,
        headers: Object.fromEntries(new Headers(init.headers)),
        // Reads of a page count against its visitor's limit.
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
    // Shared pages are counted in `shared-pages.ts`.
    if (options.readLimit && address === null) countRead(options.readLimit, request.ip);
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
    // The document holds nothing of the visitor but the theme. Browsers revalidate it by its ETag.
    return reply.status(page.status).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
}
