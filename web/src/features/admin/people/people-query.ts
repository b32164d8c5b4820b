import { SEARCH_MAX } from '@shop/contract/limits/limits';
import { pageOf, textOf } from '../../../lib/search-params.ts';
import type { PeopleQuery } from '../admin.requests.ts';

export const readPeopleQuery = (search: URLSearchParams) =>
  ({
    search: textOf(search.get('search'), SEARCH_MAX),
    page: pageOf(search.get('page')),
  }) satisfies PeopleQuery;
