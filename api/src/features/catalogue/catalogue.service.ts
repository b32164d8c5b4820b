import type { Facets, ProductFilters, ProductQuery, SimilarProducts, Suggestion } from '@shop/contract/catalogue';
import type { ProductSort } from '@shop/contract/categories';
import type { Page } from '@shop/contract/common';
import type { Product } from '@shop/contract/product';
import type { Clock } from '../../platform/clock.ts';
import { fail } from '../../platform/failure.ts';
import { pageOf } from '../../platform/page.ts';
import type { Database } from '../../tables.ts';
import {
  countProductsOnSale,
  listFacets,
  listIdsLike,
  listIdsOnSale,
  listRankedIds,
  listSuggestions,
  type Selection,
} from './catalogue.queries.ts';
import { productOnWire } from './product-on-wire.ts';
import { findProduct, listProductsInStock } from './product-rows.queries.ts';
import { listSearchWords } from './search.queries.ts';
import { correctionOf, type SearchMatch, searchMatchOf } from './search.rules.ts';

/** `shareTotal` may answer with what somebody else has counted a moment ago. */
export type CatalogueDeps = {
  db: Database;
  clock: Clock;
  shareTotal?: ((key: string, count: () => Promise<number>) => Promise<number>) | undefined;
};

export const browseProducts = (deps: CatalogueDeps, query: ProductQuery): Promise<Page<Product>> =>
  listPage(deps, query, query.sort ?? 'newest');

/** `shownFor`: the words that were searched for instead of mistyped ones. */
export const searchProducts = async (
  deps: CatalogueDeps,
  query: ProductQuery,
): Promise<Page<Product> & { shownFor: string | null }> => {
  const found = await (query.q && !query.sort ? listRanked(deps, query, query.q) : browseProducts(deps, query));
  const words = query.q && found.data.length > 0 ? await listSearchWords(deps.db, { text: query.q }) : [];
  return { ...found, shownFor: correctionOf(query.q ?? '', words) };
};

async function listRanked({ db, clock }: CatalogueDeps, query: ProductQuery, text: string): Promise<Page<Product>> {
  const { page, limit, sort: _, q, ...filters } = query;
  const now = clock.now();
  const selection = { ...filters, match: await matchOf(db, text), now };
  const { ids, total } = await listRankedIds(db, selection, { limit, offset: (page - 1) * limit });
  const products = await listInStock(db, ids, now);
  return pageOf(products, { page, limit, total: total - (ids.length - products.length) });
}

async function listPage(
  { db, clock, shareTotal = (_, count) => count() }: CatalogueDeps,
  { page, limit, sort: _, ...filters }: ProductQuery,
  sort: ProductSort,
): Promise<Page<Product>> {
  const now = clock.now();
  const selection = await selectionOf(db, filters, now);
  const total = await shareTotal(JSON.stringify(filters), () => countProductsOnSale(db, selection));
  const before = (page - 1) * limit;
  const size = Math.max(0, Math.min(limit, total - before));
  const after = total - before - size;
  // The index is read from its nearer end, so that the last page costs what the first does.
  const isFromEnd = after < before;
  const slice = { sort, limit: size, offset: isFromEnd ? after : before, isFromEnd };
  const ids = size > 0 ? await listIdsOnSale(db, selection, slice) : [];
  const products = await listInStock(db, isFromEnd ? ids.reverse() : ids, now);
  const justSold = ids.length - products.length;
  return pageOf(products, { page, limit, total: total - justSold });
}

async function listInStock(db: Database, ids: string[], now: Date): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await listProductsInStock(db, { ids, now });
  return rows.map((row) => productOnWire(row, now));
}

const matchOf = async (db: Database, text: string): Promise<SearchMatch> =>
  searchMatchOf(await listSearchWords(db, { text }));

async function selectionOf(db: Database, { q, ...filters }: ProductFilters, now: Date): Promise<Selection> {
  return { ...filters, match: q ? await matchOf(db, q) : undefined, now };
}

export async function suggestProducts({ db, clock }: CatalogueDeps, text: string | undefined): Promise<Suggestion[]> {
  if (!text) return [];
  const now = clock.now();
  const found = await listSuggestions(db, await matchOf(db, text), now);
  const ids = found.map(({ _id }) => _id);
  return (await listInStock(db, ids, now)).map(suggestionOf);
}

export async function countFacets({ db, clock }: CatalogueDeps, filters: ProductFilters): Promise<Facets> {
  return listFacets(db, await selectionOf(db, filters, clock.now()));
}

/** A sold-out or expired product is still shown; an inactive or deleted one does not exist. */
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
  const like = { except: id, limit: SIMILAR, now };
  const [byCompany, byCategory] = await Promise.all([
    listIdsLike(db, { column: 'company', value: company, ...like }),
    listIdsLike(db, { column: 'category', value: category, ...like }),
  ]);
  return {
    ProductsByCompany: await listInStock(db, byCompany, now),
    ProductsByCategory: await listInStock(db, byCategory, now),
  };
}
