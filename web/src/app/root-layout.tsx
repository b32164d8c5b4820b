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
import { isAdminPage } from '../lib/urls.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { SkipLink } from '../ui/navigation/skip-link.tsx';
import { Toaster } from '../ui/overlays/toaster.tsx';

// Only signed-in users have a wish list. If this part cannot load, the hearts stay empty and the page works.
const OwnWishes = lazyPart(() => import('../features/product/wishlist/own-wishes.tsx'));

/** The pages that show products. */
const PAGES_WITH_HEARTS = /^\/($|products|account\/wish)/;

/** Registers the service worker that answers with the offline page. Not in development, where it would hide changes. */
const useOfflinePage = () =>
  useEffect(() => {
    if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  }, []);

/** A component of its own, so that a new session state renders only this part again. */
function WishListHearts() {
  const { user } = useSelector(authSlice.selectSlice);
  const { pathname } = useLocation();
  if (!user || !PAGES_WITH_HEARTS.test(pathname)) return null;
  return (
    <Suspense>
      <OwnWishes key={user._id} />
    </Suspense>
  );
}

/** The layout around every page. */
export function RootLayout() {
  const dispatch = useAppDispatch();
  // After hydration only: an earlier reply would make the first render differ from the server's.
  useEffect(() => void dispatch(checkSession()), [dispatch]);
  useOfflinePage();
  useRouteFocus();
  const { pathname } = useLocation();
  const { state } = useNavigation();
  return (
    <>
      <SkipLink />
      <DevelopmentNotice />
      <Header search={isAdminPage(pathname) ? undefined : <SearchBox />} />
      <main id="main" tabIndex={-1} data-navigation={state} className="min-h-[70dvh] outline-none">
        <Outlet />
      </main>
      <Footer />
      <ReportWidget />
      <Toaster />
      <ExpiredSession />
      {!import.meta.env.SSR && <ScrollRestoration />}
      <WishListHearts />
    </>
  );
}
