import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Pagination } from '@shop/contract/common';
import type { Facets, SimilarProducts, Suggestion } from '@shop/contract/products/catalogue';
import type { Product } from '@shop/contract/products/product';
import type { Api } from '../../lib/api.ts';
import { type ReadState, request, trackRead, unread } from '../../lib/state/request-state.ts';
import { storeGroups } from '../../lib/state/root-reducer.ts';

/** The list and the product are pages of which one is open: the newest question is the one that somebody waits for. */
export type ProductState = ReadState & {
  products: Product[];
  pagination: Pagination | null;
  /** What was searched for instead of a mistyped word. */
  shownFor: string | null;
  /** The product being shown or fetched. */
  currentId: string | null;
  currentProduct: Product | null;
  similarProducts: SimilarProducts | null;
  facets: Facets | null;
  suggestions: Suggestion[];
  /** Ids of what whoever is signed in has on their wish list. */
  wishes: string[];
  message: string | null;
};

const initialState: ProductState = {
  ...unread,
  products: [],
  pagination: null,
  shownFor: null,
  currentId: null,
  currentProduct: null,
  similarProducts: null,
  facets: null,
  suggestions: [],
  wishes: [],
  message: null,
};

export type ProductListQuery = NonNullable<Parameters<Api['listProducts']>[0]['query']>;
export type FacetQuery = NonNullable<Parameters<Api['productFacets']>[0]['query']>;

/** With a search text the answer is ranked by relevance, unless another order is asked for. */
export const loadProducts = request(
  'product/list',
  (api, query: ProductListQuery, signal): ReturnType<Api['searchProducts']> =>
    query.q ? api.searchProducts({ query }, { signal }) : api.listProducts({ query }, { signal }),
);
export const loadFacets = request('product/facets', (api, query: FacetQuery, signal) =>
  api.productFacets({ query }, { signal }),
);
export const loadSuggestions = request('product/suggest', (api, q: string, signal) =>
  api.suggestProducts({ query: { q } }, { signal }),
);
/** What buyers rate best. */
export const loadPopular = request('product/popular', (api, limit: number, signal) =>
  api.listProducts({ query: { sort: 'rating', limit } }, { signal }),
);
export const loadProduct = request('product/find', (api, id: string, signal) =>
  api.findProduct({ params: { id } }, { signal }),
);
export const loadSimilarProducts = request('product/similar', (api, id: string, signal) =>
  api.similarProducts({ params: { id } }, { signal }),
);

export const productSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {
    /** Before `loadProduct`: what is known of another product is no longer shown. */
    showProduct: (state, { payload: id }: PayloadAction<string>) => {
      if (state.currentId !== id) Object.assign(state, { currentId: id, currentProduct: null });
    },
    clearSimilarProducts: (state) => {
      state.similarProducts = null;
    },
    clearSuggestions: (state) => {
      // Another empty list would be a change, and every page is drawn again for one.
      if (state.suggestions.length > 0) state.suggestions = [];
    },
    setWishes: (state, { payload }: PayloadAction<string[]>) => {
      state.wishes = payload;
    },
  },
  extraReducers: (builder) => {
    trackRead(
      builder,
      loadProducts,
      (state) => state,
      (state, reply) => {
        state.products = reply.data;
        state.pagination = reply.pagination;
        state.shownFor = reply.shownFor ?? null;
      },
    );
    trackRead(
      builder,
      loadProduct,
      (state) => state,
      (state, { data }) => {
        state.currentProduct = data;
      },
    );
    // What only accompanies a page fails quietly: the page is worth showing without it.
    builder
      .addMatcher(loadFacets.fulfilled.match, (state, { payload }) => {
        state.facets = payload.data;
      })
      // Those of the list before would be wrong.
      .addMatcher(loadFacets.rejected.match, (state, { meta }) => {
        if (!meta.aborted) state.facets = null;
      })
      .addMatcher(loadSuggestions.fulfilled.match, (state, { payload }) => {
        state.suggestions = payload.data;
      })
      .addMatcher(loadSimilarProducts.fulfilled.match, (state, { payload }) => {
        state.similarProducts = payload.data;
      });
  },
}).injectInto(storeGroups);

export const { showProduct, clearSimilarProducts, clearSuggestions, setWishes } = productSlice.actions;
