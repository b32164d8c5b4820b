import { useNavigate, useNavigation } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { type ProductView, productViewUrl, readProductView } from './product-query.ts';

type Place = { pathname: string; search: string };

const viewAt = ({ search }: Place) => readProductView(new URLSearchParams(search));

/** The location of the pending navigation, if it leads to the product list. */
function usePendingLocation(): Place | undefined {
  const { location } = useNavigation();
  return location?.pathname === urls.home ? location : undefined;
}

/** The view of the pending navigation. A filter chosen meanwhile is added to it. */
export function usePendingView(shown: ProductView): ProductView {
  const pending = usePendingLocation();
  return pending ? viewAt(pending) : shown;
}

/** Navigates to the pending or current view with a change, and always to its first page. */
export function useChooseView() {
  const navigate = useNavigate();
  const pending = usePendingLocation();
  return (change: Partial<ProductView>) =>
    navigate(productViewUrl({ ...viewAt(pending ?? window.location), ...change, page: undefined }), {
      preventScrollReset: true,
    });
}
