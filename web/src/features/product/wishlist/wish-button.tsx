import type { Product } from '@shop/contract/products/product';
import Heart from 'lucide-react/icons/heart';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { classNames } from '../../../ui/class-names.ts';
import { loadFailedText } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { productSlice } from '../product.slice.ts';

/** Adds a product to the wish list or removes it. The wish list's script is loaded on the first press. */
export function WishButton({ product, className }: { product: Product; className?: string }) {
  const { _id: id, title } = product;
  const isWished = useSelector(productSlice.selectSlice).wishes.includes(id);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const from = useLocation();

  const change = () =>
    import('./wishes.ts').then(
      async ({ changeWish }) => {
        if (!(await dispatch(changeWish(id, !isWished)))) navigate(urls.login, { state: { from } });
      },
      () => toast(loadFailedText('The wish list'), { tone: 'error' }),
    );

  return (
    <button
      type="button"
      data-needs-script
      aria-pressed={isWished}
      aria-label={`Keep ${title} on your wish list`}
      onClick={change}
      className={classNames(
        'flex size-10 items-center justify-center rounded-full border border-line bg-surface text-brand hover:bg-sunken',
        className,
      )}
    >
      <Heart aria-hidden="true" size={18} className={isWished ? 'fill-current' : undefined} />
    </button>
  );
}
