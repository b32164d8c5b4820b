import { SHOP_NAME } from '@shop/contract/limits/limits';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { NeedsScript } from '../../../ui/needs-script.tsx';

/** The placeholder of a guarded page during the session check. */
export const SessionLoading = () => (
  <>
    <title>{SHOP_NAME}</title>
    {/* Full screen height, so that the footer does not jump when the page appears. */}
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
