import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router';
import { type MinimalFetch, makeApi } from '../lib/api.ts';
import { storeContext } from '../lib/state/dispatch.ts';
import type { Settings } from '../lib/state/settings.ts';
import { type Assets, insertHead } from './document-head.tsx';
import { notFoundAddress } from './not-found-address.ts';
import { makeRoutes, type PageHandle } from './routes.tsx';
import { sharedAddress as sharedPage } from './shared-address.ts';
import { ShopApp } from './shop-app.tsx';
import { makeStore } from './store.ts';

type RenderInput = {
  request: Request;
  send: MinimalFetch;
  settings: Settings;
  /** Returns the assets of the matched pages; `sources` are the paths of their modules. */
  assetsFor: (sources: string[]) => Assets;
};
type Rendered = { status: number; html: Buffer } | { redirect: string };

const routes = makeRoutes();
const handler = createStaticHandler(routes);
/** The cache key of a page that is the same for everybody; null for other pages. */
export const sharedAddress = (url: URL): string | null => sharedPage(url) ?? notFoundAddress(routes, url.pathname);

/** Renders one page to HTML, or returns the address of a redirect. */
export async function render({ request, send, settings, assetsFor }: RenderInput): Promise<Rendered> {
  const store = makeStore({ api: makeApi(send) });
  const context = await handler.query(request, {
    requestContext: new RouterContextProvider(new Map([[storeContext, store]])),
  });
  if (context instanceof Response) return { redirect: context.headers.get('location') ?? '/' };

  const handles = context.matches.flatMap(({ route }) => (route.handle as PageHandle | undefined) ?? []);
  const assets = assetsFor(handles.map(({ source }) => source));
  const start = handles.some(({ start }) => start === 'at-once') ? 'at-once' : 'after-paint';
  const boot = {
    settings,
    state: store.getState(),
    hydration: { loaderData: context.loaderData, actionData: null, errors: null },
  };
  // The router copies its route list for every page. The empty list is enough: the context holds the matched routes.
  const router = createStaticRouter([], context);
  const html = renderToString(
    <ShopApp
      boot={boot}
      store={store}
      router={<StaticRouterProvider router={router} context={context} hydrate={false} />}
    />,
  );
  return { status: context.statusCode, html: Buffer.from(`<!doctype html>${insertHead(html, assets, start)}`) };
}
