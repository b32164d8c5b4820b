import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router';
import { makeApi } from '../lib/api.ts';
import { storeContext } from '../lib/dispatch.ts';
import { MarkPartContext } from '../lib/kept-part.tsx';
import { createKeptParts, type KeptParts, openPage } from './kept-parts.ts';
import { nowhereAddress } from './nowhere-address.ts';
import type { Rendered, RenderInput } from './rendered.ts';
import { makeRoutes, type PageHandle } from './routes.tsx';
import { withHead } from './served-head.tsx';
import { sharedAddress as sharedPage } from './shared-address.ts';
import { ShopApp } from './shop-app.tsx';
import { makeStore } from './store.ts';

const routes = makeRoutes();
const handler = createStaticHandler(routes);
/** The one address of a page that everybody sees alike; null for other pages. */
export const sharedAddress = (url: URL): string | null => sharedPage(url) ?? nowhereAddress(routes, url.pathname);

/** Renders one page as the browser will see it before any script runs. */
async function renderWith(
  parts: KeptParts | null,
  { request, send, settings, assetsFor }: RenderInput,
): Promise<Rendered> {
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
  // Its own list of routes would be copied for every page; what was matched is in the context.
  const router = createStaticRouter([], context);
  const page = parts && openPage(parts, settings);
  const html = renderToString(
    <MarkPartContext value={page?.mark ?? null}>
      <ShopApp
        boot={boot}
        store={store}
        router={<StaticRouterProvider router={router} context={context} hydrate={false} />}
      />
    </MarkPartContext>,
  );
  const marked = `<!doctype html>${withHead(html, assets, start)}`;
  return { status: context.statusCode, html: page?.finish(marked) ?? Buffer.from(marked) };
}

const PARTS_BYTES = 4_000_000;

/** Pages take what they have in common with those before from the same parts. */
export function createRender(partsBytes: number) {
  const parts = partsBytes > 0 ? createKeptParts(partsBytes) : null;
  return (input: RenderInput) => renderWith(parts, input);
}
export const render = createRender(PARTS_BYTES);
