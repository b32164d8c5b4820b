import { SHOP_NAME } from '@shop/contract/limits/limits';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';

/**
 * A two-letter mark and the name of the shop. The name takes two lines on narrow screens, so that the header never wraps:
 * sticky elements depend on its height.
 */
export const Logo = () => (
  <Link to={urls.home} className="flex min-h-11 items-center gap-3 font-semibold">
    <span
      aria-hidden="true"
      className="flex size-9 items-center justify-center rounded-control bg-brand text-15 font-bold tracking-wider text-on-brand"
    >
      DG
    </span>
    <span className="text-17 leading-tight max-[22rem]:max-w-30 md:max-[70rem]:max-w-30">{SHOP_NAME}</span>
  </Link>
);
