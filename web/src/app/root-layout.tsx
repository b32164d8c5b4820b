import { Suspense, useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { authSlice, checkSession } from '../features/auth/auth.slice.ts';
import { ExpiredSession } from '../features/auth/session/expired-session.tsx';
import { ReportWidget } from '../features/contact/report-widget.tsx';
import { SearchBox } from '../features/product/search/search-box.tsx';
import { DevelopmentNotice } from '../features/shell/development-notice.tsx';
import { Footer } from '../features/shell/footer.tsx';
import { Header } from '../features/shell/header.tsx';
import { useRouteFocus } from '../features/shell/use-route-focus.ts';
import { useAppDispatch } from '../lib/state/dispatch.ts';
import { isBackOffice } from '../lib/urls.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { SkipLink } from '../ui/navigation/skip-link.tsx';
import { Toaster } from '../ui/overlays/toaster.tsx';

// Of the signed in alone; without a network the hearts stay empty, and the page stands.
const OwnWishes = lazyPart(() => import('../features/product/wishlist/own-wishes.tsx'));

/** Where products are shown. */
const HEARTS = /^\/($|products|account\/wish)/;

/** Kept by the browser for when there is no connection; a shop under development is not kept by anybody. */
const useOfflinePage = () =>
  useEffect(() => {
    if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  }, []);

/** On its own, so that only this is drawn again when it is known who is here. */
function Hearts() {
  const { user } = useSelector(authSlice.selectSlice);
  const { pathname } = useLocation();
  if (!user || !HEARTS.test(pathname)) return null;
  return (
    <Suspense>
      <OwnWishes key={user._id} />
    </Suspense>
  );
}

/** What every page has around it. */
export function RootLayout() {
  const dispatch = useAppDispatch();
  // Only after hydration: an answer that came earlier would render something else than the server did.
  useEffect(() => void dispatch(checkSession()), [dispatch]);
  useOfflinePage();
  useRouteFocus();
  const { pathname } = useLocation();
  const { state } = useNavigation();
  return (
    <>
      <SkipLink />
      <DevelopmentNotice />
      <Header search={isBackOffice(pathname) ? undefined : <SearchBox />} />
      <main id="main" tabIndex={-1} data-navigation={state} className="min-h-[70dvh] outline-none">
        <Outlet />
      </main>
      <Footer />
      <ReportWidget />
      <Toaster />
      <ExpiredSession />
      {!import.meta.env.SSR && <ScrollRestoration />}
      <Hearts />
    </>
  );
}
