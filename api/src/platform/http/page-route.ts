import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../failure.ts';
import type { PageAssets } from './web-manifest.ts';

/** What the operator configured and pages need to know. */
export type PageSettings = {
  developmentNotice: boolean;
  avatarUrlTemplate: string;
  supportEmail: string;
  origin: string;
};

type Rendered = { status: number; html: string } | { redirect: string };
type RenderInput = {
  request: Request;
  send: (path: string, init: RequestInit) => Promise<Response>;
  settings: PageSettings & { theme: 'light' | 'dark' | null; renderedAt: string };
  assetsFor: (sources: string[]) => PageAssets;
};
/** The server build of the web app, known only by this shape: api imports nothing from web. */
export type WebRenderer = { render(input: RenderInput): Promise<Rendered> };

type PageOptions = {
  settings: PageSettings;
  renderer: () => Promise<WebRenderer>;
  assetsFor: (sources: string[]) => PageAssets;
  /** Vite's development server adds its client to the document. */
  transform?: (url: string, html: string) => Promise<string>;
};

const themeOf = (request: FastifyRequest) => {
  const theme = request.cookies.theme;
  return theme === 'light' || theme === 'dark' ? theme : null;
};

/**
 * Where in the shop an address leads, whichever host it names. A browser takes what follows two slashes for a host, so
 * an address of ours that begins with them is nobody's page.
 */
function pageAddress(url: string): URL | undefined {
  const address = `http://shop.local${url.replace(/^https?:\/\/[^/?#]*/i, '')}`;
  return URL.canParse(address) && !new URL(address).pathname.startsWith('//') ? new URL(address) : undefined;
}

/** Every address that no file and no API call answers is a page. */
export function pageRoute(app: FastifyInstance, options: PageOptions): void {
  const sendFor = (visitor: FastifyRequest) => async (path: string, init: RequestInit) => {
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

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const address = pageAddress(request.url);
    if (!address || address.pathname.startsWith('/api/')) throw fail('notFound');
    const { render } = await options.renderer();
    const page = await render({
      request: new Request(address),
      send: sendFor(request),
      assetsFor: options.assetsFor,
      settings: { ...options.settings, theme: themeOf(request), renderedAt: new Date().toISOString() },
    });
    if ('redirect' in page) return reply.redirect(page.redirect);
    const html = options.transform ? await options.transform(request.url, page.html) : page.html;
    // The document holds nothing of the visitor but the theme; it is fetched anew and compared by its content.
    return reply.status(page.status).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
}
