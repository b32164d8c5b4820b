import type { Batch, BatchedProduct } from '@shop/contract/stock';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.ts';
import { loadBatches } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListView } from '../list/list-view.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { useLoad } from '../list/use-load.ts';
import { batchColumns } from './batches-columns.tsx';
import { readBatchesQuery, stateOptions } from './batches-query.ts';

const BatchModal = lazyDialog('The batch', () => import('./batch-modal.tsx'));
const RecallDialog = lazyDialog('The form', () => import('./recall-dialog.tsx'));

type BatchesScreenProps = {
  /** Where the list is; its batches have their addresses below it. */
  path: string;
  productId?: string | undefined;
  shownId: string | undefined;
  header: (screen: { reload: () => void; product: BatchedProduct | null }) => ReactNode;
  /** What is said when there is none at all. */
  empty: (product: BatchedProduct | null) => ReactNode;
};

/** The batches of all products or of one, with what opens over them. */
export function BatchesScreen({ path, productId, shownId, header, empty }: BatchesScreenProps) {
  const { batches } = useSelector(adminSlice.selectSlice);
  const navigate = useNavigate();
  const { search, change } = useListAddress();
  const query = useMemo(() => readBatchesQuery(search, productId), [search, productId]);
  const reload = useLoad(loadBatches, query);
  const [recalled, setRecalled] = useState<Batch | null>(null);
  // What the store still holds of another product, or of all, is not this list.
  const list = batches.question?.productId === productId ? batches : { ...batches, reply: null };
  const product = list.reply?.product ?? null;

  if (productId && batches.isMissing)
    return <EmptyState heading="h1" title="Product not found" hint="It may have been deleted." />;

  const addressOf = ({ _id }: Batch) => ({ pathname: `${path}/${_id}`, search: search.toString() });
  const columns = batchColumns({ addressOf, onRecall: setRecalled, hasProduct: productId === undefined });
  const showList = () => navigate({ pathname: path, search: search.toString() }, { preventScrollReset: true });
  /** Whom it concerns is what comes next. */
  function showRecalled(batch: Batch) {
    setRecalled(null);
    reload();
    navigate(addressOf(batch), { state: listOverlayState, preventScrollReset: true });
  }

  return (
    <>
      {header({ reload, product })}
      <FilterBar>
        <SearchBox placeholder="Search batches..." text={query.q ?? ''} onSearch={(q) => change({ q })} />
        <SelectField
          isLabelHidden
          label="Filter by state"
          value={query.state ?? ''}
          options={stateOptions}
          onChange={(event) => change({ state: event.target.value })}
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
        {shownId && !recalled && <BatchModal key={shownId} id={shownId} onRecall={setRecalled} onClose={showList} />}
        {recalled && (
          <RecallDialog batch={recalled} onRecalled={() => showRecalled(recalled)} onClose={() => setRecalled(null)} />
        )}
      </Suspense>
    </>
  );
}
