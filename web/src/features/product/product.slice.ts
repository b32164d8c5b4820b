import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Facets, SimilarProducts, Suggestion } from '@shop/contract/catalogue';
import type { Pagination } from '@shop/contract/common';
import type { Product } from '@shop/contract/product';
import type { Api } from '../../lib/api.ts';
import { idle, type RequestState, request, track } from '../../lib/request-state.ts';
import { storeGroups } from '../../lib/root-reducer.ts';

export type ProductState = RequestState & {
  products: Product[];
  pagination: Pagination | null;
  /** The product being shown or fetched; an answer about another one came too late. */
  currentId: string | null;
  currentProduct: Product | null;
  isNotFound: boolean;
  similarProducts: SimilarProducts | null;
  facets: Facets | null;
  suggestions: Suggestion[];
  message: string | null;
};

const initialState: ProductState = {
  ...idle,
  products: [],
  pagination: null,
  currentId: null,
  currentProduct: null,
  isNotFound: false,
  similarProducts: null,
  facets: null,
  suggestions: [],
  message: null,
};

export type ProductListQuery = NonNullable<Parameters<Api['listProducts']>[0]['query']>;
export type FacetQuery = NonNullable<Parameters<Api['productFacets']>[0]['query']>;

/** With a search text the answer is ranked by relevance. */
export const loadProducts = request('product/list', (api, query: ProductListQuery, signal) =>
  query.q ? api.searchProducts({ query }, { signal }) : api.listProducts({ query }, { signal }),
);
export const loadFacets = request('product/facets', (api, query: FacetQuery, signal) =>
  api.productFacets({ query }, { signal }),
);
export const loadSuggestions = request('product/suggest', (api, q: string, signal) =>
  api.suggestProducts({ query: { q } }, { signal }),
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
    /** Before `loadProduct`: from now on only answers about this product count. */
    showProduct: (state, { payload: id }: PayloadAction<string>) => {
      if (state.currentId === id) return;
      Object.assign(state, { currentId: id, currentProduct: null, isNotFound: false });
    },
    clearSimilarProducts: (state) => {
      state.similarProducts = null;
    },
    clearSuggestions: (state) => {
      state.suggestions = [];
    },
  },
  extraReducers: (builder) => {
    track(
      builder,
      loadProducts,
      (state) => state,
      (state, reply) => {
        state.products = reply.data;
        state.pagination = reply.pagination;
      },
    );
    track(
      builder,
      loadProduct,
      (state) => state,
      (state, { data }, id) => {
        if (state.currentId === id) Object.assign(state, { currentProduct: data, isNotFound: false });
      },
    );
    builder.addMatcher(loadProduct.rejected.match, (state, { meta, payload }) => {
      const isGone = payload?.status === 404 || payload?.status === 422;
      if (state.currentId === meta.arg && isGone) Object.assign(state, { currentProduct: null, isNotFound: true });
    });
    // What only accompanies a page fails quietly: the page is worth showing without it.
    builder
      .addMatcher(loadFacets.fulfilled.match, (state, { payload }) => {
        state.facets = payload.data;
      })
      .addMatcher(loadSuggestions.fulfilled.match, (state, { payload }) => {
        state.suggestions = payload.data;
      })
      .addMatcher(loadSimilarProducts.fulfilled.match, (state, { payload }) => {
        state.similarProducts = payload.data;
      });
  },
}).injectInto(storeGroups);

export const { showProduct, clearSimilarProducts, clearSuggestions } = productSlice.actions;
