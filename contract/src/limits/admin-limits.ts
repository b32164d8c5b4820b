// Limits of the administration, in a file of their own so that shoppers do not load them.

export const USAGE_LIMIT = { min: 1, max: 100_000, default: 1 } as const;
export const LOW_STOCK_MAX = 100_000;
export const LINK_MAX = 2000;
export const IMAGE = { maxBytes: 10 * 1024 * 1024, maxFiles: 8, maxPixels: 40_000_000 } as const;
/** An import of codes. */
export const BATCH = {
  maxLines: 50_000,
  maxBytes: 10 * 1024 * 1024,
  /** Characters of a code, a link and other columns of the supplier. */
  lineMax: 10_000,
  referenceMax: 100,
  supplierMax: 100,
} as const;
/** Columns of an imported file. */
export const COLUMNS_MAX = 256;
/** A saved view of a list, and the number of views a person can have of one list. */
export const VIEW = { nameMax: 60, searchMax: 1_000, most: 50 } as const;
/** An imported file of products. A cell fits the longest list of a product; a line fits three such cells with doubled quotes. */
export const SHEET = { maxLines: 5_000, maxBytes: 10 * 1024 * 1024, cellMax: 60_000, lineMax: 320_000 } as const;
/** A bulk change: products named by id, and products found by filters. */
export const BULK = { idsMax: 1_000, productsMax: 10_000, percent: { min: -99, max: 900 } } as const;
export const RECALL_REASON_MAX = 500;
/** The reason for completing an order by hand. */
export const COMPLETION_REASON_MAX = 500;
export const ADMIN_ORDERS_PAGE_SIZE = 10;
/** The monthly growth targets of the dashboard's four cards (spec point 12). */
export const GROWTH_TARGETS = { revenue: 5, orders: 8, customers: 2, products: 10 } as const;
