import type { Batch, BatchedProduct } from '@shop/contract/stock';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.ts';
import { loadBatches } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { FilterSelect } from '../list/filter-select.tsx';
import { ListView } from '../list/list-view.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListUrl } from '../list/use-list-url.ts';
import { useLoad } from '../list/use-load.ts';
import { batchColumns } from './batches-columns.tsx';
import { readBatchesQuery, stateOptions } from './batches-query.ts';

const BatchModal = lazyDialog('The batch', () => import('./batch-modal.tsx'));
const RecallDialog = lazyDialog('The form', () => import('./recall-dialog.tsx'));

type BatchesScreenProps = {
  /** The URL path of the list. The path of a batch is below it. */
  path: string;
  productId?: string | undefined;
  openId: string | undefined;
  header: (screen: { reload: () => void; product: BatchedProduct | null }) => ReactNode;
  /** Shown if there is no batch at all. */
  empty: (product: BatchedProduct | null) => ReactNode;
};

/** The batches of all products or of one, with their dialogs. */
export function BatchesScreen({ path, productId, openId, header, empty }: BatchesScreenProps) {
  const { batches } = useSelector(adminSlice.selectSlice);
  const navigate = useNavigate();
  const { search, change } = useListUrl();
  const query = useMemo(() => readBatchesQuery(search, productId), [search, productId]);
  const reload = useLoad(loadBatches, query);
  const [batchToRecall, setBatchToRecall] = useState<Batch | null>(null);
  // Hides batches of another product that are still in the store.
  const list = batches.query?.productId === productId ? batches : { ...batches, reply: null };
  const product = list.reply?.product ?? null;

  if (productId && batches.isMissing)
    return <EmptyState heading="h1" title="Product not found" hint="It may have been deleted." />;

  const urlOf = ({ _id }: Batch) => ({ pathname: `${path}/${_id}`, search: search.toString() });
  const columns = batchColumns({ urlOf, onRecall: setBatchToRecall, hasProduct: productId === undefined });
  const showList = () => navigate({ pathname: path, search: search.toString() }, { preventScrollReset: true });
  /** After a recall the batch opens, so that the admin sees its buyers. */
  function showRecalled(batch: Batch) {
    setBatchToRecall(null);
    reload();
    navigate(urlOf(batch), { state: listOverlayState, preventScrollReset: true });
  }

  return (
    <>
      {header({ reload, product })}
      <FilterBar>
        <SearchBox placeholder="Search batches..." text={query.q ?? ''} onSearch={(q) => change({ q })} />
        <FilterSelect
          label="Filter by state"
          value={query.state}
          options={stateOptions}
          onChange={(state) => change({ state })}
        />
      </FilterBar>
      <ListView
        name="batches"
        label="Batches"
        list={list}
        query={query}
        columns={columns}
        onRetry={reload}
        empty={
          query.q || query.state ? (
            <EmptyState title="No batches found" hint="Try another search or filter." />
          ) : (
            empty(product)
          )
        }
      />
      <Suspense>
        {openId && !batchToRecall && (
          <BatchModal key={openId} id={openId} onRecall={setBatchToRecall} onClose={showList} />
        )}
        {batchToRecall && (
          <RecallDialog
            batch={batchToRecall}
            onRecalled={() => showRecalled(batchToRecall)}
            onClose={() => setBatchToRecall(null)}
          />
        )}
      </Suspense>
    </>
  );
}
