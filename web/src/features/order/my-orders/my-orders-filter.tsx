import type { MyOrdersView } from '@shop/contract/order-status';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { type WalletView, walletUrl } from './my-orders-query.ts';
import { WalletSearch } from './my-orders-search.tsx';

const shelves: [MyOrdersView, string][] = [
  ['all', 'All'],
  ['unused', 'Unused'],
  ['used', 'Used'],
  ['expiring', 'Expiring soon'],
];

/** What is left to use, what is not, and what is looked for by name. */
export function WalletFilter({ view }: { view: WalletView }) {
  const { show = 'all', q } = view;
  return (
    <div className="grid gap-3" data-print="never">
      <WalletSearch view={view} />
      <nav aria-label="Show">
        <ul className="flex flex-wrap gap-2">
          {shelves.map(([shelf, label]) => (
            <li key={shelf}>
              <Link
                to={walletUrl({ show: shelf, q })}
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
