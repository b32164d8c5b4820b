import { SEARCH_MAX } from '@shop/contract/limits/limits';
import { batchStates } from '@shop/contract/stock-kinds';
import { oneOf, pageOf, textOf } from '../../../lib/search-params.ts';
import type { SelectOption } from '../../../ui/forms/select-field.tsx';
import type { BatchesQuery } from '../admin.requests.ts';
import { batchStateLabels } from './batch-labels.ts';

export const stateOptions: SelectOption[] = [
  { value: '', label: 'All States' },
  ...batchStates.map((state) => ({ value: state, label: batchStateLabels[state] })),
];

export const readBatchesQuery = (search: URLSearchParams, productId?: string) =>
  ({
    ...(productId && { productId }),
    q: textOf(search.get('q'), SEARCH_MAX),
    state: oneOf(batchStates, search.get('state')),
    page: pageOf(search.get('page')),
  }) satisfies BatchesQuery;
