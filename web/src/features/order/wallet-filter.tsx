import { SEARCH_MAX } from '@shop/contract/limits';
import type { OrderShelf } from '@shop/contract/order-status';
import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/text-field.tsx';
import { type WalletView, walletUrl } from './wallet-query.ts';

const shelves: [OrderShelf, string][] = [
  ['all', 'All'],
  ['unused', 'Unused'],
  ['used', 'Used'],
  ['expiring', 'Expiring soon'],
];

/** What is left to use, what is not, and what is looked for by name. */
export function WalletFilter({ view }: { view: WalletView }) {
  const navigate = useNavigate();
  const { show = 'all', q } = view;
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    navigate(walletUrl({ show, q: text || undefined }));
  }
  return (
    <div className="grid gap-3" data-print="never">
      <search>
        <form onSubmit={search} key={q} className="flex gap-2">
          <TextField
            label="Search your orders"
            isLabelHidden
            placeholder="Search your orders"
            name="q"
            type="search"
            enterKeyHint="search"
            maxLength={SEARCH_MAX}
            defaultValue={q}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </form>
      </search>
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
