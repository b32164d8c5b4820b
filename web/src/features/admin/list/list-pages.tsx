import type { Pagination as Pages } from '@shop/contract/common';
import { Pagination } from '../../../ui/pagination.tsx';

type ListPagesProps = { pagination: Pages | null | undefined; hrefFor: (page: number) => string };

/** The numbered pages of a list, once it is known how many there are. */
export const ListPages = ({ pagination, hrefFor }: ListPagesProps) =>
  pagination && (
    <div className="mt-4">
      <Pagination page={pagination.page} pages={pagination.pages} hrefFor={hrefFor} />
    </div>
  );
