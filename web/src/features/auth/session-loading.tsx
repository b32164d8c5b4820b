import { SHOP_NAME } from '@shop/contract/limits';
import { LoadingScreen } from '../../ui/loading-screen.tsx';

/** Stands in for a page that depends on who is signed in, until that is known. */
export const SessionLoading = () => (
  <>
    <title>{SHOP_NAME}</title>
    {/* As tall as the screen, so that the footer is not seen jumping away when the page comes. */}
    <div className="min-h-dvh">
      <LoadingScreen />
    </div>
  </>
);
