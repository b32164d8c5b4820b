import { type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type HydrationState, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { authSlice, checkSession } from '../features/auth/auth.slice.ts';
import { makeApi } from '../lib/api.ts';
import { sendInSession } from '../lib/session-send.ts';
import { markHydrated } from '../lib/state/deferred-layout.ts';
import { storeContext } from '../lib/state/dispatch.ts';
import { BOOT_DATA_ID, type BootData } from './document.tsx';
import type { HydratedEvent } from './hydrated-event.ts';
import { makeRoutes } from './routes.tsx';
import { ShopApp } from './shop-app.tsx';
import { makeStore } from './store.ts';
import '../styles/app.css';

// This script can run before the boot data, which is the last element of the document, is parsed.
if (document.readyState === 'loading')
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
const boot = JSON.parse(document.getElementById(BOOT_DATA_ID)?.textContent ?? '{}') as BootData;
const routes = makeRoutes();
// Load the matched pages first: the store drops state without a loaded slice, and React would discard the markup of a
// page that is not loaded at hydration.
await Promise.all(
  (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }),
).catch((error) => {
  // The boot script then shows that the page is incomplete, as it does when this file itself cannot be fetched.
  document.getElementById('boot')?.dispatchEvent(new Event('error'));
  throw error;
});

const store = makeStore({ api: makeApi(sendInSession((path, init) => fetch(path, init))) }, boot.state);
const router = createBrowserRouter(routes, {
  hydrationData: boot.hydration as HydrationState,
  getContext: () => new RouterContextProvider(new Map([[storeContext, store]])),
});
const HYDRATED: HydratedEvent = 'shop:alive';

// Another tab may have signed somebody in or out, and actions here would then run under the wrong account. Two windows side
// by side are both visible, so focus counts too.
const recheckSession = () => {
  const { isChecked, user } = authSlice.selectSlice(store.getState());
  if (isChecked && !document.hidden) void store.dispatch(checkSession(user?._id));
};
document.addEventListener('visibilitychange', recheckSession);
window.addEventListener('focus', recheckSession);

/** Its effect runs last at hydration, so the application handles events from then on. */
function AnnounceHydration({ children }: { children: ReactNode }) {
  useEffect(() => {
    markHydrated();
    document.dispatchEvent(new Event(HYDRATED));
  }, []);
  return children;
}

// In a transition React hydrates in slices, and the page can react to a tap between them.
startTransition(() => {
  hydrateRoot(
    document,
    <AnnounceHydration>
      <ShopApp boot={boot} store={store} router={<RouterProvider router={router} />} />
    </AnnounceHydration>,
  );
});
