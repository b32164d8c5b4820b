import { SEARCH_MAX } from '@shop/contract/limits/limits';
import { oneOf, pageOf, textOf } from '../../../lib/search-params.ts';
import type { SelectOption } from '../../../ui/forms/select-field.tsx';
import type { ContactsQuery } from '../../contact/contact.slice.ts';

export const statusOptions: SelectOption[] = [
  { value: '', label: 'All Status' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'pending', label: 'Pending' },
];

export const readContactsQuery = (search: URLSearchParams) =>
  ({
    q: textOf(search.get('q'), SEARCH_MAX),
    status: oneOf(['resolved', 'pending'], search.get('status')),
    page: pageOf(search.get('page')),
  }) satisfies ContactsQuery;
