import type { AdminProductRow } from '@shop/contract/products/product-input';
import { useState } from 'react';
import type { BulkChange, ProductsQuery } from '../admin.requests.ts';

export type Filters = Omit<ProductsQuery, 'page' | 'limit' | 'sort'>;
type Shown = { products: readonly AdminProductRow[]; total: number; filters: Filters };
export type Meant = Pick<BulkChange, 'ids' | 'matching' | 'expected'>;
export type Selection = ReturnType<typeof useSelection>;

const NONE: ReadonlySet<string> = new Set();

/**
 * The selected products across pages, or all that match the filters. Other filters clear the selection, because the
 * admin could not see it any more.
 */
export function useSelection({ products, total, filters }: Shown) {
  const list = JSON.stringify(filters);
  const [chosenIn, setChosenIn] = useState(list);
  const [ticked, setTicked] = useState(NONE);
  const [isAll, setIsAll] = useState(false);
  if (chosenIn !== list) {
    setChosenIn(list);
    setTicked(NONE);
    setIsAll(false);
  }

  const shownIds = products.map(({ _id }) => _id);
  const isSelected = (id: string) => isAll || ticked.has(id);
  function tick(ids: readonly string[], isTicked: boolean) {
    // Without the ids of the other pages, "all" shrinks to the products on this page.
    const next = new Set(isAll ? shownIds : ticked);
    for (const id of ids) isTicked ? next.add(id) : next.delete(id);
    setTicked(next);
    setIsAll(false);
  }

  const meant: Meant = isAll ? { matching: filters, expected: total } : { ids: [...ticked] };
  return {
    count: isAll ? total : ticked.size,
    total,
    isAll,
    isSelected,
    isPageSelected: shownIds.length > 0 && shownIds.every(isSelected),
    meant,
    select: (id: string, isTicked: boolean) => tick([id], isTicked),
    selectPage: (isTicked: boolean) => tick(shownIds, isTicked),
    selectAll: () => setIsAll(true),
    /** Removes a deleted product; a selection of all matching products stays. */
    forget: (id: string) => setTicked((ticked) => new Set([...ticked].filter((one) => one !== id))),
    clear: () => {
      setTicked(NONE);
      setIsAll(false);
    },
  };
}
