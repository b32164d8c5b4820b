import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Pagination } from '@shop/contract/common';
import type { Facets, SimilarProducts, Suggestion } from '@shop/contract/products/catalogue';
import type { Product } from '@shop/contract/products/product';
import type { Api } from '../../lib/api.ts';
import { type ReadState, request, trackRead, unread } from '../../lib/state/request-state.ts';
import { storeGroups } from '../../lib/state/root-reducer.ts';

/** Only one list or product page is open at a time, so a newer request replaces the older one. */
export type ProductState = ReadState & {
  products: Product[];
  pagination: Pagination | null;
  /** The corrected search text, if the given one had a typing mistake. */
  shownFor: string | null;
  /** The product on the screen or on its way. */
  currentId: string | null;
  currentProduct: Product | null;
  similarProducts: SimilarProducts | null;
  facets: Facets | null;
  suggestions: Suggestion[];
  /** Product ids on the wish list of the signed-in user. */
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

/** With a search text the results are ranked by relevance unless the query has an order. */
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
/** The best-rated products. */
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
    /** Dispatch before `loadProduct`: it clears the data of the previous product. */
    showProduct: (state, { payload: id }: PayloadAction<string>) => {
      if (state.currentId !== id) Object.assign(state, { currentId: id, currentProduct: null });
    },
    clearSimilarProducts: (state) => {
      state.similarProducts = null;
    },
    clearSuggestions: (state) => {
      // A new empty array would count as a change and render every subscriber again.
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
    // These requests only complete a page, so their failures stay silent.
    builder
      .addMatcher(loadFacets.fulfilled.match, (state, { payload }) => {
        state.facets = payload.data;
      })
      // Counts of the previous list would be wrong.
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
