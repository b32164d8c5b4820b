// What the back office takes: in the file of the other limits shoppers would load it too.

export const USAGE_LIMIT = { min: 1, max: 100_000, default: 1 } as const;
export const LOW_STOCK_MAX = 100_000;
export const LINK_MAX = 2000;
export const IMAGE = { maxBytes: 10 * 1024 * 1024, maxFiles: 8, maxPixels: 40_000_000 } as const;
/** An import of codes. */
export const BATCH = {
  maxLines: 50_000,
  maxBytes: 10 * 1024 * 1024,
  /** Characters: a code, a link and what else a supplier may say of them. */
  lineMax: 10_000,
  referenceMax: 100,
  supplierMax: 100,
} as const;
/** Columns of a text file with cells. */
export const COLUMNS_MAX = 256;
/** A named view of a list, and how many of them a person has of one list. */
export const VIEW = { nameMax: 60, searchMax: 1_000, most: 50 } as const;
/** A file of products. A cell holds the longest list of a product, a line three of them with their quotes doubled. */
export const SHEET = { maxLines: 5_000, maxBytes: 10 * 1024 * 1024, cellMax: 60_000, lineMax: 320_000 } as const;
/** A change of many products: so many named by id, so many found by the list's filters. */
export const BULK = { idsMax: 1_000, productsMax: 10_000, percent: { min: -99, max: 900 } } as const;
export const RECALL_REASON_MAX = 500;
/** Why an order was completed by hand. */
export const COMPLETION_REASON_MAX = 500;
export const ADMIN_ORDERS_PAGE_SIZE = 10;
/** Monthly growth targets shown on the dashboard's four cards (decision 12). */
export const GROWTH_TARGETS = { revenue: 5, orders: 8, customers: 2, products: 10 } as const;
