import type { ViewedList } from '@shop/contract/saved-views';
import type { ReactNode } from 'react';
import { hiddenIn, hideableHeaders, withoutHidden } from './hidden-columns.ts';
import { ListPages } from './list-pages.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { ListTools } from './list-tools.tsx';
import { useListUrl } from './use-list-url.ts';
import { useRedirectToLastPage } from './use-redirect-to-last-page.ts';

type ListViewProps<Row> = ListTableProps<Row> & {
  name: ViewedList;
  pages?: typeof ListPages;
  /** Rendered between the menus and the rows. */
  children?: ReactNode;
};

/** The part of a list screen below the filters: menus, rows and page links. */
export function ListView<Row extends { _id: string }>(props: ListViewProps<Row>) {
  const { name, pages: Pages = ListPages, children, ...table } = props;
  const { search, hrefFor } = useListUrl();
  const pagination = table.list.reply?.pagination;
  useRedirectToLastPage(pagination, hrefFor);
  return (
    <>
      <ListTools list={name} headers={hideableHeaders(table.columns)} />
      {children}
      <ListTable {...table} columns={withoutHidden(table.columns, hiddenIn(search))} />
      <Pages pagination={pagination} hrefFor={hrefFor} />
    </>
  );
}
