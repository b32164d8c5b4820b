import { type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type HydrationState, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { authSlice, checkSession } from '../features/auth/auth.slice.ts';
import { makeApi } from '../lib/api.ts';
import { sendInSession } from '../lib/session-send.ts';
import { storeContext } from '../lib/state/dispatch.ts';
import { endServed } from '../lib/state/served.ts';
import type { Alive } from './alive.ts';
import { BOOT_DATA_ID, type BootData } from './document.tsx';
import { makeRoutes } from './routes.tsx';
import { ShopApp } from './shop-app.tsx';
import { makeStore } from './store.ts';
import '../styles/app.css';

// Asked for early, or from a cache, this script comes before the data, which stands last in the document.
if (document.readyState === 'loading')
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
const boot = JSON.parse(document.getElementById(BOOT_DATA_ID)?.textContent ?? '{}') as BootData;
const routes = makeRoutes();
// The pages the server rendered must be here before the store, which drops what no loaded slice claims,
// and before hydration, or React would throw their markup away.
await Promise.all(
  (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }),
).catch((error) => {
  // The first script says that the page is not whole, as when this file is missing itself.
  document.getElementById('boot')?.dispatchEvent(new Event('error'));
  throw error;
});

const store = makeStore({ api: makeApi(sendInSession((path, init) => fetch(path, init))) }, boot.state);
const router = createBrowserRouter(routes, {
  hydrationData: boot.hydration as HydrationState,
  getContext: () => new RouterContextProvider(new Map([[storeContext, store]])),
});
const ALIVE: Alive = 'shop:alive';

// Whenever the page is seen again: another tab, or the page that Back was pressed on, may have signed somebody in or out, and
// what is then done here would be done in somebody else's name. Of two windows side by side both are seen, and one is used.
const checkAgain = () => {
  const { isChecked, user } = authSlice.selectSlice(store.getState());
  if (isChecked && !document.hidden) void store.dispatch(checkSession(user?._id));
};
document.addEventListener('visibilitychange', checkAgain);
window.addEventListener('focus', checkAgain);

/** Its effect is the last one of the page that was taken over: from then on the application answers by itself. */
function TellWhenAlive({ children }: { children: ReactNode }) {
  useEffect(() => {
    endServed();
    document.dispatchEvent(new Event(ALIVE));
  }, []);
  return children;
}

// As a transition React hydrates in slices, between which the page can answer a tap.
startTransition(() => {
  hydrateRoot(
    document,
    <TellWhenAlive>
      <ShopApp boot={boot} store={store} router={<RouterProvider router={router} />} />
    </TellWhenAlive>,
  );
});
