import { productSorts } from '../contract/src/products/categories.ts';
import type { Figures } from './read-load.ts';

export type Case = {
  name: string;
  what: string;
  /** `kept` repeats the first path; `made` uses all paths in turn. */
  paths: string[];
  /** The path at the bare server. */
  sql?: string[];
  aims: { text?: number; sql?: number; madeSql?: number; kept?: number; made?: number };
};
export type Way = 'text' | 'sql' | 'kept' | 'made';
export type Row = {
  item: Case;
  figures: Partial<Record<Way, Figures[]>>;
  statements: Partial<Record<Way, number>>;
};
export type Bench = { products: number; rounds: number; seconds: number; connections: number; rows: Row[] };

// More paths than the server can make in one second, the lifetime of an answer.
const DIFFERENT = 2_000;
const many = (path: (n: number) => string) => Array.from({ length: DIFFERENT }, (_, n) => path(n));
const PAGES = 400;
const pageAndLimit = (n: number) => `page=${1 + (n % PAGES)}&limit=${18 + Math.floor(n / PAGES)}`;
const pageAndSort = (n: number) =>
  `page=${1 + (n % (DIFFERENT / productSorts.length))}&sort=${productSorts[Math.floor((n * productSorts.length) / DIFFERENT)]}`;

/** Aims are ratios, or requests a second. */
export const casesOf = (ids: string[]): Case[] => [
  {
    name: 'list',
    what: 'page of 20 products',
    paths: many((n) => `/api/v1/products?${pageAndLimit(n)}`),
    sql: ['/list'],
    aims: { text: 0.7, madeSql: 0.5 },
  },
  {
    name: 'product',
    what: 'one product by id',
    paths: ids.map((id) => `/api/v1/products/${id}`),
    sql: ids.map((id) => `/product/${id}`),
    aims: { sql: 1, madeSql: 0.5 },
  },
  {
    name: 'search',
    what: 'search, 20 results',
    paths: many((n) => `/api/v1/products/search?q=voucher+company+${n % 500}&limit=${20 + Math.floor(n / 500)}`),
    sql: many((n) => `/search/voucher company ${n % 500}`.replaceAll(' ', '%20')),
    aims: { sql: 1, madeSql: 0.5 },
  },
  {
    name: 'typo',
    what: 'search with a typo',
    paths: many((n) => `/api/v1/products/search?q=vuocher+company+${n % 500}&limit=${20 + Math.floor(n / 500)}`),
    sql: many((n) => `/search/voucher company ${n % 500}`.replaceAll(' ', '%20')),
    aims: { sql: 1, madeSql: 0.5 },
  },
  {
    name: 'suggest',
    what: 'suggestions',
    paths: many((n) => `/api/v1/products/suggest?q=comp+${n}`),
    aims: { kept: 4 * 650 },
  },
  {
    name: 'facets',
    what: 'facets',
    paths: ['/api/v1/products/facets', ...many((n) => `/api/v1/products/facets?company=Company+${n}`)],
    aims: { text: 0.7 },
  },
  {
    name: 'home',
    what: 'home page as HTML',
    paths: many((n) => `/?${pageAndSort(n)}`),
    aims: { text: 0.6, made: 100 },
  },
  {
    name: 'product-page',
    what: 'product page as HTML',
    paths: ids.map((id) => `/products/${id}`),
    aims: { text: 0.6, made: 620 },
  },
  { name: 'health', what: '`/healthz`', paths: ['/healthz'], aims: { text: 0.8 } },
  // Passes all hooks of the framework but reads nothing from the database.
  { name: 'hooks', what: '`/.well-known/security.txt`', paths: ['/.well-known/security.txt'], aims: {} },
];
