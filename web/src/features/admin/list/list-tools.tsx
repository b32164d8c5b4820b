import type { ViewedList } from '@shop/contract/saved-views';
import { Suspense, useState } from 'react';
import { lazyContent } from '../../../ui/lazy-content.tsx';
import { DisclosureMenu } from '../../../ui/overlays/disclosure-menu.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { useListUrl } from './use-list-url.ts';

const SavedViews = lazyContent('Your views', () => import('./saved-views.tsx'));

type ListToolsProps = {
  list: ViewedList;
  /** The headers of the columns that can be hidden. */
  headers: readonly string[];
};

/** The menus for saved views and columns. The URL holds both. */
export function ListTools({ list, headers }: ListToolsProps) {
  const { search } = useListUrl();
  const [open, setOpen] = useState<'views' | 'columns' | null>(null);
  const view = search.get('view');
  const menu = (name: 'views' | 'columns') => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });

  return (
    <div className="mb-2 flex flex-wrap items-center gap-1">
      <DisclosureMenu label={view ? `View: ${view}` : 'Views'} {...menu('views')}>
        <Suspense>{open === 'views' && <SavedViews list={list} />}</Suspense>
      </DisclosureMenu>
      <ColumnsMenu headers={headers} {...menu('columns')} />
    </div>
  );
}
