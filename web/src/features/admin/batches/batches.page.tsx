import { useMemo } from 'react';
import { useParams } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { readBatchesQuery, stateOptions } from './batches-query.ts';
import { BatchesScreen } from './batches-screen.tsx';

/** All batches of the shop; with a batch's id in the address, that batch over them. */
export function Component() {
  const { id } = useParams();
  const { search, change } = useListAddress();
  const { q, state } = useMemo(() => readBatchesQuery(search), [search]);
  const isFiltered = Boolean(q || state);
  return (
    <BatchesScreen
      path={urls.adminBatches}
      shownId={id}
      header={() => (
        <>
          <ScreenHeader title="Batches" hint="Deliveries of codes: what is left of each, and who received from it" />
          <FilterBar>
            <SearchBox placeholder="Search batches..." text={q ?? ''} onSearch={(text) => change({ q: text })} />
            <SelectField
              isLabelHidden
              label="Filter by state"
              value={state ?? ''}
              options={stateOptions}
              onChange={(event) => change({ state: event.target.value })}
            />
          </FilterBar>
        </>
      )}
      empty={
        <EmptyState
          title="No batches found"
          hint={
            isFiltered
              ? 'Try another search or filter.'
              : 'Codes are added to a product whose stock is a pool of codes: open the product and choose Add codes.'
          }
          action={!isFiltered && <LinkButton to={urls.adminProducts}>Open products</LinkButton>}
        />
      }
    />
  );
}
