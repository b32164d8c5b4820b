import { Outlet, ScrollRestoration } from 'react-router';
import { DevelopmentNotice } from '../features/shell/development-notice.tsx';
import { Footer } from '../features/shell/footer.tsx';
import { Header } from '../features/shell/header.tsx';
import { useRouteFocus } from '../features/shell/use-route-focus.ts';
import { SkipLink } from '../ui/skip-link.tsx';
import { Toaster } from '../ui/toaster.tsx';

/** What every page has around it. */
export function RootLayout() {
  useRouteFocus();
  return (
    <>
      <SkipLink />
      <DevelopmentNotice />
      <Header />
      <main id="main" tabIndex={-1} className="min-h-[70dvh] outline-none">
        <Outlet />
      </main>
      <Footer />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}
