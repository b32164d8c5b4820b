import type { ViewedList } from '@shop/contract/saved-views';
import { lazy, Suspense, useState } from 'react';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { DisclosureMenu } from '../../../ui/disclosure-menu.tsx';
import { hiddenIn, hidingChange } from './hidden-columns.ts';
import { useListAddress } from './use-list-address.ts';

const SavedViews = lazy(() => import('./saved-views.tsx'));

type ListToolsProps = {
  list: ViewedList;
  /** The headers of the columns that can be left out. */
  headers: readonly string[];
};

/** How a list is looked at: by a view with a name, and in which columns. Both are in the address. */
export function ListTools({ list, headers }: ListToolsProps) {
  const { search, change } = useListAddress();
  const [open, setOpen] = useState<'views' | 'columns' | null>(null);
  const inAddress = hiddenIn(search);
  const [hidden, setHidden] = useState(inAddress);
  const [shownAddress, setShownAddress] = useState(search.get('hide'));
  const view = search.get('view');
  // A box is ticked at once; the address follows, and may also change from elsewhere.
  if (search.get('hide') !== shownAddress) {
    setShownAddress(search.get('hide'));
    setHidden(inAddress);
  }

  function show(header: string, isShown: boolean) {
    const next = new Set(hidden);
    isShown ? next.delete(header) : next.add(header);
    setHidden(next);
    change(hidingChange(next));
  }
  const menu = (name: 'views' | 'columns') => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });

  return (
    <div className="mb-2 flex flex-wrap items-center gap-1">
      <DisclosureMenu label={view ? `View: ${view}` : 'Views'} {...menu('views')}>
        <Suspense>{open === 'views' && <SavedViews list={list} />}</Suspense>
      </DisclosureMenu>
      <DisclosureMenu label={hidden.size > 0 ? `Columns (${hidden.size} hidden)` : 'Columns'} {...menu('columns')}>
        {headers.map((header) => (
          <li key={header} className="px-4 py-1.5">
            <CheckboxField
              label={header}
              checked={!hidden.has(header)}
              onChange={(event) => show(header, event.target.checked)}
            />
          </li>
        ))}
      </DisclosureMenu>
    </div>
  );
}
