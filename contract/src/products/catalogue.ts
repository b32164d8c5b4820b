import { z } from 'zod';
import { calls } from '../calls/calls.ts';
import { endpoint } from '../calls/endpoint.ts';
import { dataOf, idParams, listOf, messageReply, pageQuery, searchText } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { blankToUndefined } from '../form-input.ts';
import { COMPANY_MAX, PRICE_FILTER_MAX } from '../limits/limits.ts';
import { spelled } from '../spelling.ts';
import { categories, productSorts } from './categories.ts';
import { publicProduct } from './product.ts';
import { undo } from './product-bulk.ts';
import { adminProduct, productChange, productInput } from './product-input.ts';

// Without JavaScript, a form also sends its blank fields.
const price = z.preprocess(blankToUndefined, z.coerce.number().min(0).max(PRICE_FILTER_MAX).optional());

const filters = {
  category: z.enum(categories).optional(),
  company: z.string().overwrite(spelled).trim().max(COMPANY_MAX).optional(),
  minPrice: price,
  maxPrice: price,
  q: searchText,
};
const isPriceRange = (query: { minPrice?: number | undefined; maxPrice?: number | undefined }) =>
  query.minPrice === undefined || query.maxPrice === undefined || query.minPrice <= query.maxPrice;
const priceRange = { path: ['minPrice'], message: text.priceRangeInvalid };

export const facetQuery = z
  .object({ ...filters, companies: z.coerce.number().int().min(1).max(1_000).optional() })
  .refine(isPriceRange, priceRange);
export type FacetQuery = z.infer<typeof facetQuery>;

export const productQuery = z
  .object({ ...filters, ...pageQuery, sort: z.enum(productSorts).optional() })
  .refine(isPriceRange, priceRange);
export type ProductQuery = z.infer<typeof productQuery>;
/** The filters of the list of products on sale. */
export type CatalogueFilters = Omit<ProductQuery, 'page' | 'limit' | 'sort'>;

const count = z.object({ name: z.string(), count: z.number().int() });
export const facets = z.object({
  categories: z.array(count),
  companies: z.array(count),
  price: z.object({ min: z.number().nullable(), max: z.number().nullable() }),
});
export type Facets = z.infer<typeof facets>;

export const suggestion = publicProduct
  .pick({ _id: true, title: true, company: true, category: true })
  .extend({ price: z.number().optional(), image: z.string().nullable().optional() });
export type Suggestion = z.infer<typeof suggestion>;

export const similarProducts = z.object({
  ProductsByCompany: z.array(publicProduct),
  ProductsByCategory: z.array(publicProduct),
});
export type SimilarProducts = z.infer<typeof similarProducts>;

export const savedProductReply = z.object({ data: adminProduct, message: z.string() });

export const catalogueEndpoints = {
  listProducts: endpoint(calls.listProducts, {
    summary: 'Products on sale: active, not sold, units left, not expired',
    query: productQuery,
    reply: listOf(publicProduct),
  }),
  searchProducts: endpoint(calls.searchProducts, {
    summary: 'Products on sale ranked by relevance, tolerant of a typo and of a prefix',
    query: productQuery,
    reply: listOf(publicProduct).extend({ shownFor: z.string().nullable().optional() }),
  }),
  suggestProducts: endpoint(calls.suggestProducts, {
    summary: 'Up to 8 suggestions while typing',
    query: z.object({ q: searchText }),
    reply: dataOf(z.array(suggestion)),
  }),
  productFacets: endpoint(calls.productFacets, {
    summary: 'Categories, companies (at most `companies`, the largest first) and price range under the same filters',
    query: facetQuery,
    reply: dataOf(facets),
  }),
  findProduct: endpoint(calls.findProduct, {
    summary: 'One product, also when sold out or expired',
    params: idParams,
    reply: dataOf(publicProduct),
  }),
  similarProducts: endpoint(calls.similarProducts, {
    summary: 'More from the company and more in the category',
    params: idParams,
    reply: dataOf(similarProducts),
  }),
  createProduct: endpoint(calls.createProduct, {
    allows: ['catalogue'],
    summary: 'Create a product (the same as POST /admin/products/new)',
    body: productInput,
    multipart: 'images',
    reply: savedProductReply,
    status: 201,
  }),
  updateProduct: endpoint(calls.updateProduct, {
    allows: ['catalogue'],
    summary: 'Change a product (the same as POST /admin/products/{id})',
    params: idParams,
    body: productChange,
    multipart: 'images',
    reply: savedProductReply,
  }),
  deleteProduct: endpoint(calls.deleteProduct, {
    allows: ['catalogue'],
    summary: 'Delete a product (the same as DELETE /admin/products/{id})',
    params: idParams,
    reply: messageReply.extend({ undo }),
  }),
} as const;
