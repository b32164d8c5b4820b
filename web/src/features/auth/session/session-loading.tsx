import { SHOP_NAME } from '@shop/contract/limits/limits';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { NeedsScript } from '../../../ui/needs-script.tsx';

/** Stands in for a page that depends on who is signed in, until that is known. */
export const SessionLoading = () => (
  <>
    <title>{SHOP_NAME}</title>
    {/* As tall as the screen, so that the footer is not seen jumping away when the page comes. */}
    <div className="min-h-dvh">
      <div className="mx-auto max-w-md px-4 pt-12">
        <NeedsScript what="This page" />
      </div>
      <div data-needs-script>
        <LoadingScreen />
      </div>
    </div>
  </>
);
