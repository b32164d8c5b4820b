import type { OrderUseFilter } from '@shop/contract/order-status';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { type MyOrdersView, myOrdersUrl } from './my-orders-query.ts';
import { MyOrdersSearch } from './my-orders-search.tsx';

const filters: [OrderUseFilter, string][] = [
  ['all', 'All'],
  ['unused', 'Unused'],
  ['used', 'Used'],
  ['expiring', 'Expiring soon'],
];

/** Filters My Orders by use and by search text. */
export function MyOrdersFilter({ view }: { view: MyOrdersView }) {
  const { show = 'all', q } = view;
  return (
    <div className="grid gap-3" data-print="never">
      <MyOrdersSearch view={view} />
      <nav aria-label="Show">
        <ul className="flex flex-wrap gap-2">
          {filters.map(([shelf, label]) => (
            <li key={shelf}>
              <Link
                to={myOrdersUrl({ show: shelf, q })}
                aria-current={shelf === show ? 'true' : undefined}
                className={classNames(
                  'inline-flex min-h-9 items-center rounded-control border px-3 font-medium',
                  shelf === show ? 'border-brand bg-brand-soft text-brand' : 'border-line bg-surface hover:bg-sunken',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
