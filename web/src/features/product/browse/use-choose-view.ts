import { useNavigate, useNavigation } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { type ProductView, productViewUrl, readProductView } from './product-query.ts';

type Place = { pathname: string; search: string };

const viewAt = ({ search }: Place) => readProductView(new URLSearchParams(search));

/** The view whose answer is on its way, if any. */
function useAsked(): Place | undefined {
  const { location } = useNavigation();
  return location?.pathname === urls.home ? location : undefined;
}

/** What was asked for last: whoever chooses in the meantime chooses in addition to it. */
export function useWantedView(shown: ProductView): ProductView {
  const asked = useAsked();
  return asked ? viewAt(asked) : shown;
}

/** Goes to the first page of what was asked for last, with a change: also before that is there, or drawn. */
export function useChooseView() {
  const navigate = useNavigate();
  const asked = useAsked();
  return (change: Partial<ProductView>) =>
    navigate(productViewUrl({ ...viewAt(asked ?? window.location), ...change, page: undefined }), {
      preventScrollReset: true,
    });
}
