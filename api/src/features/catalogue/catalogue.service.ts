import type { Page } from '@shop/contract/common';
import type {
  CatalogueFilters,
  FacetQuery,
  Facets,
  ProductQuery,
  SimilarProducts,
  Suggestion,
} from '@shop/contract/products/catalogue';
import type { Product } from '@shop/contract/products/product';
import type { Clock } from '../../platform/clock.ts';
import { fail } from '../../platform/failure.ts';
import {
  type Extent,
  extentForPage,
  extentOf,
  extentOfDays,
  firstRows,
  nearestSlice,
} from '../../platform/lists/list-page.ts';
import { measureRows } from '../../platform/lists/list-rows.queries.ts';
import { type PageRange, pageOf, rowsOf } from '../../platform/lists/page.ts';
import type { Database } from '../../tables.ts';
import { countOnSale } from './browse/catalogue-counts.queries.ts';
import { listDaysOnSale } from './browse/days-on-sale.queries.ts';
import { listFacets } from './browse/facets.queries.ts';
import { productsOnSale, type Selection } from './browse/on-sale.queries.ts';
import { listOnSale } from './browse/pages-on-sale.queries.ts';
import { paiseFrom, paiseUpTo } from './catalogue.rules.ts';
import { type ProductRow, productOnWire } from './product-on-wire.ts';
import { findProduct, listProducts } from './product-rows.queries.ts';
import { COUNTED_MAX, listRanked, listSuggested, RANKED_MAX } from './search/ranking.queries.ts';
import { listCommonWords, listNearWords, listSearchWords, listWordsOnSale } from './search/search.queries.ts';
import {
  CORRECTED_WORDS_MAX,
  type CommonWords,
  correctedOnSale,
  correctionOf,
  finishedWords,
  type SearchMatch,
  type SearchWord,
  searchMatchOf,
  widestMatchOf,
  withFinishedWords,
} from './search/search.rules.ts';

/** `share` may return a result that was computed for another request a moment ago. */
export type CatalogueDeps = {
  db: Database;
  clock: Clock;
  share?: (<T>(key: string, make: () => Promise<T>) => Promise<T>) | undefined;
};

/**
 * Searches for a text. If nothing is found, each word is replaced by the nearest word that is on sale together with the
 * others, and the search runs once more. A search that finds something costs one run.
 */
async function searchWithCorrection<Found>(
  { db, clock }: CatalogueDeps,
  text: string | undefined,
  { read, isNothing }: { read: (words: readonly SearchWord[]) => Promise<Found>; isNothing: (found: Found) => boolean },
): Promise<Found> {
  if (!text) return read([]);
  const words = await listSearchWords(db, { text });
  const found = await read(words);
  const near = isNothing(found) && words.length <= CORRECTED_WORDS_MAX ? await listNearWords(db, { text }) : [];
  if (near.length === 0) return found;
  const onSale = await listWordsOnSale(db, { all: widestMatchOf(words, near), now: clock.now() });
  const corrected = correctedOnSale(words, near, new Set(onSale.map(({ word }) => word)));
  return corrected.some(({ nearest }) => nearest.length > 0) ? read(corrected) : found;
}

const isEmpty = ({ pagination }: Page<Product>) => pagination.total === 0;

export const browseProducts = (deps: CatalogueDeps, query: ProductQuery): Promise<Page<Product>> =>
  searchWithCorrection(deps, query.q, { read: (words) => listPage(deps, query, words), isNothing: isEmpty });

/** `shownFor` is the corrected text if mistyped words were replaced. */
export const searchProducts = (
  deps: CatalogueDeps,
  query: ProductQuery,
): Promise<Page<Product> & { shownFor: string | null }> => {
  const { q: text = '', sort } = query;
  const read = async (words: readonly SearchWord[]) => {
    const found = await (text && !sort ? listBestMatches(deps, query, words) : listPage(deps, query, words));
    return { ...found, shownFor: found.data.length > 0 ? correctionOf(text, words) : null };
  };
  return searchWithCorrection(deps, text, { read, isNothing: isEmpty });
};

async function listBestMatches(
  deps: CatalogueDeps,
  query: ProductQuery,
  words: readonly SearchWord[],
): Promise<Page<Product>> {
  const { db, clock } = deps;
  const { page, limit, sort: _, ...filters } = query;
  const now = clock.now();
  const selection = { ...selectionOf(filters, now), ...(await matchOf(deps, words)) };
  const { offset } = rowsOf({ page, limit });
  const ranked = await listRanked(db, { ...selection, limit, offset });
  const ids = ranked.map(({ id }) => id);
  const found = ranked[0]?.found;
  const isAll = found === undefined ? offset === 0 : found < COUNTED_MAX;
  const total = isAll ? (found ?? 0) : (await extentForPage(await extentOnSale(deps, filters, selection), query)).total;
  // After the ranked matches come the others, newest first.
  const rest = firstRows(Math.min(limit, total - offset) - ids.length, Math.max(offset, RANKED_MAX));
  const rows = await listChosen(db, ids, now);
  if (rest.limit > 0) rows.push(...(await listOnSale(db, selection, { ...rest, sort: 'newest' })));
  return pageInStock(rows, now, { page, limit, total });
}

async function listPage(
  deps: CatalogueDeps,
  { page, limit, sort = 'newest', ...filters }: ProductQuery,
  words: readonly SearchWord[],
): Promise<Page<Product>> {
  const { db, clock } = deps;
  const now = clock.now();
  const selection = await matchingSelectionOf(deps, filters, words, now);
  const extent = await extentForPage(await extentOnSale(deps, filters, selection), { page, limit });
  const { total, count } = extent;
  const slice = nearestSlice(sort === 'newest' || count ? extent : extentOf(total), { page, limit });
  const rows = slice.limit > 0 ? await listOnSale(db, selection, { sort, ...slice }) : [];
  return pageInStock(rows, now, { page, limit, total });
}

/** The length of the list, and the days at which a read can start. */
const extentOnSale = (
  { db, share = (_, make) => make() }: CatalogueDeps,
  filters: CatalogueFilters,
  selection: Selection,
): Promise<Extent> =>
  share(JSON.stringify([filters, selection.all]), async () => {
    if (selection.all !== undefined) return measureMatches(db, selection);
    const { company, minPaise, maxPaise } = selection;
    return company === undefined && minPaise === undefined && maxPaise === undefined
      ? extentOfDays(await listDaysOnSale(db, selection), 'newest')
      : extentOf(await countOnSale(db, selection));
  });

const measureMatches = (db: Database, selection: Selection): Promise<Extent> =>
  measureRows(db, productsOnSale(db, selection), productsOnSale(db, { ...selection, indexed: undefined }));

const listChosen = async (db: Database, ids: string[], now: Date): Promise<ProductRow[]> =>
  ids.length > 0 ? listProducts(db, { ids, now }) : [];

const inStock = (rows: ProductRow[], now: Date): Product[] =>
  rows.flatMap((row) => (row.available_units > 0 ? productOnWire(row, now) : []));

/** Products that sold out a moment ago are neither shown nor counted. */
function pageInStock(rows: ProductRow[], now: Date, range: PageRange & { total: number }) {
  const products = inStock(rows, now);
  return pageOf(products, { ...range, total: range.total - (rows.length - products.length) });
}

/** Shared between searches, because the list changes about once a day. */
const commonWords = ({ db, share = (_, make) => make() }: CatalogueDeps): Promise<CommonWords> =>
  share('common words', async () => new Map((await listCommonWords(db, {})).map(({ word, share }) => [word, share])));

const matchOf = async (deps: CatalogueDeps, words: readonly SearchWord[]): Promise<SearchMatch> =>
  searchMatchOf(words, words.length > 1 ? await commonWords(deps) : new Map());

const selectionOf = ({ category, company, minPrice, maxPrice }: CatalogueFilters, now: Date): Selection => ({
  category,
  company: company || undefined,
  minPaise: minPrice === undefined ? undefined : paiseFrom(minPrice),
  maxPaise: maxPrice === undefined ? undefined : paiseUpTo(maxPrice),
  now,
});

const matchingSelectionOf = async (
  deps: CatalogueDeps,
  filters: CatalogueFilters,
  words: readonly SearchWord[],
  now: Date,
): Promise<Selection> => ({ ...selectionOf(filters, now), ...(filters.q && (await matchOf(deps, words))) });

const SUGGESTIONS = 8;

export async function suggestProducts(deps: CatalogueDeps, text: string | undefined): Promise<Suggestion[]> {
  if (!text) return [];
  const { db, clock } = deps;
  const now = clock.now();
  const read = async (words: readonly SearchWord[]) => {
    const match = await matchOf(deps, withFinishedWords(words, finishedWords(text)));
    return listSuggested(db, { ...match, now, limit: SUGGESTIONS, offset: 0 });
  };
  const best = await searchWithCorrection(deps, text, { read, isNothing: ({ length }) => length === 0 });
  const ids = best.map(({ id }) => id);
  return inStock(await listChosen(db, ids, now), now).map(suggestionOf);
}

export async function countFacets(deps: CatalogueDeps, query: FacetQuery): Promise<Facets> {
  const facets = await searchWithCorrection(deps, query.q, {
    read: async (words) => listFacets(deps.db, await matchingSelectionOf(deps, query, words, deps.clock.now())),
    isNothing: ({ categories, companies }) => categories.length + companies.length === 0,
  });
  const { companies: most = Number.POSITIVE_INFINITY, company } = query;
  // The chosen company is always in the list, so that the visitor can clear it.
  return { ...facets, companies: facets.companies.filter(({ name }, index) => index < most || name === company) };
}

/** A sold-out or expired product is shown; an inactive or deleted one is not found. */
export async function showProduct({ db, clock }: CatalogueDeps, id: string): Promise<Product> {
  const now = clock.now();
  const product = await findProduct(db, { id, now });
  if (!product?.is_active) throw fail('productNotFound');
  return productOnWire(product, now);
}

const suggestionOf = ({ _id, title, company, category, price, images }: Product): Suggestion => ({
  _id,
  title,
  company,
  category,
  price,
  image: images[0]?.url ?? null,
});

const SIMILAR = 8;

export async function showSimilar(deps: CatalogueDeps, id: string): Promise<SimilarProducts> {
  const { company, category } = await showProduct(deps, id);
  const { db, clock } = deps;
  const now = clock.now();
  const newestOthers = async (part: Partial<Selection>): Promise<Product[]> => {
    // One more, because the product itself may be among them.
    const newest = await listOnSale(db, { ...part, now }, { ...firstRows(SIMILAR + 1), sort: 'newest' });
    const products = inStock(newest, now);
    return products.filter(({ _id }) => _id !== id).slice(0, SIMILAR);
  };
  const [ProductsByCompany, ProductsByCategory] = await Promise.all([
    newestOthers({ company }),
    newestOthers({ category }),
  ]);
  return { ProductsByCompany, ProductsByCategory };
}
