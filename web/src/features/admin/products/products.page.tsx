import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { Suspense, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { callPath } from '../../../lib/api.ts';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { type BulkChange, loadProducts, type SavedProduct } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { ExportLink } from '../list/export-link.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { FilterSelect } from '../list/filter-select.tsx';
import { ListView } from '../list/list-view.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListUrl } from '../list/use-list-url.ts';
import { useLoad } from '../list/use-load.ts';
import { useIsGranted } from '../shell/use-is-granted.ts';
import { BulkBar } from './bulk-bar.tsx';
import { copiedIn, copyState } from './copied-product.ts';
import { ProductDeletionDialog } from './product-deletion-dialog.tsx';
import { EditProductModal, NewProductModal } from './product-modal.tsx';
import { productColumns } from './products-columns.tsx';
import { categoryOptions, readProductsQuery, sortOptions, statusOptions } from './products-query.ts';
import { stockChoiceOf, stockOptions, stockParams } from './stock-filter.ts';
import { useProductChanges } from './use-product-changes.ts';
import { useSelection } from './use-selection.ts';

const ImportProductsDialog = lazyDialog('The form', () => import('../product-sheet/import-products-dialog.tsx'));
const BulkEditDialog = lazyDialog('The form', () => import('../bulk-edit/bulk-edit-dialog.tsx'));

/** One screen at four URLs (spec §2): the list, its search, and the form for a new or an existing product. */
export function Component() {
  const { products: list } = useSelector(adminSlice.selectSlice);
  const products = list.reply?.data ?? [];
  const { id } = useParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { search, change } = useListUrl();
  const query = useMemo(() => readProductsQuery(search), [search]);
  const reload = useLoad(loadProducts, query);
  const { page, sort, ...filters } = query;
  const selection = useSelection({ products, total: list.reply?.pagination.total ?? 0, filters });
  const changes = useProductChanges(reload, selection.deselect);
  const canEdit = useIsGranted('catalogue');
  const canAddCodes = useIsGranted('stock');
  const [isEditing, setIsEditing] = useState(false);
  const [isImporting, setIsImporting] = useState(false);

  const close = () => navigate(`${urls.adminProducts}?${search}`, { preventScrollReset: true });
  const form = {
    onClose: close,
    onSaved: ({ data, message }: SavedProduct) => {
      toast(message, { tone: 'success' });
      reload();
      // A pool without codes cannot be sold, so its batches open next.
      if (canAddCodes && data.stockKind === 'pool' && data.batchCount === 0)
        navigate(urls.adminProductBatches(data._id));
      else close();
    },
  };
  const columns = productColumns({
    canEdit,
    urlOf: ({ _id }) => (canEdit ? `${urls.adminProduct(_id)}?${search}` : urls.adminProductBatches(_id)),
    selection,
    copyLinkOf: (product) => ({ to: `${urls.adminNewProduct}?${search}`, state: copyState(product) }),
    onDelete: (product) => changes.askToDelete(product._id),
  });
  async function changeSelected(change: Pick<BulkChange, 'action' | 'changes'>) {
    const isDone = await changes.change({ ...selection.target, ...change });
    // After other actions the selection stays, for the next action.
    if (isDone && change.action === 'delete') selection.clear();
  }

  const productId = id === 'new' || id === 'search' ? undefined : id;
  if (productId && !canEdit) return <Navigate to={urls.adminProductBatches(productId)} replace />;
  return (
    <>
      <ScreenHeader title="Products Management">
        {canEdit && (
          <>
            <ExportLink href={callPath('adminExportProducts', { query: filters })}>Export CSV</ExportLink>
            <Button variant="secondary" onClick={() => setIsImporting(true)}>
              <Upload aria-hidden="true" size={16} />
              Import CSV
            </Button>
            <LinkButton to={`${urls.adminNewProduct}?${search}`} state={listOverlayState} preventScrollReset>
              <Plus aria-hidden="true" size={18} />
              Add New Product
            </LinkButton>
          </>
        )}
      </ScreenHeader>
      <FilterBar>
        <SearchBox placeholder="Search products..." text={query.q ?? ''} onSearch={(q) => change({ q })} />
        <FilterSelect
          label="Filter by status"
          value={query.status}
          options={statusOptions}
          onChange={(status) => change({ status })}
        />
        <FilterSelect
          label="Filter by category"
          value={query.category}
          options={categoryOptions}
          onChange={(category) => change({ category })}
        />
        <FilterSelect
          label="Filter by stock"
          value={stockChoiceOf(query)}
          options={stockOptions}
          onChange={(choice) => change(stockParams(choice))}
        />
        <FilterSelect
          label="Sort products"
          value={query.sort}
          options={sortOptions}
          onChange={(sort) => change({ sort })}
        />
      </FilterBar>
      <ListView
        name="products"
        label="Products"
        list={list}
        query={query}
        columns={columns}
        onRetry={reload}
        empty={<EmptyState title="No products found" hint="Try another search or filter, or add a new product." />}
      >
        <BulkBar
          selection={selection}
          isBusy={changes.isBusy}
          onAction={(action) => changeSelected({ action })}
          onEdit={() => setIsEditing(true)}
        />
      </ListView>
      <ProductDeletionDialog changes={changes} products={products} />
      <Suspense>
        {isEditing && (
          <BulkEditDialog
            target={selection.target}
            onChange={(edit) => {
              setIsEditing(false);
              void changeSelected({ action: 'edit', changes: edit });
            }}
            onClose={() => setIsEditing(false)}
          />
        )}
      </Suspense>
      <Suspense>
        {isImporting && <ImportProductsDialog onImported={reload} onClose={() => setIsImporting(false)} />}
      </Suspense>
      {id === 'new' && canEdit && <NewProductModal {...form} copied={copiedIn(location)} />}
      {productId && <EditProductModal key={productId} productId={productId} {...form} />}
    </>
  );
}
