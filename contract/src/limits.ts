/** Business constants that both sides need (spec §9). */
export const NAME = { min: 3, max: 50 } as const;
export const MOBILE_DIGITS = 10;
export const PASSWORD = { min: 8, max: 128 } as const;
export const PASSKEY_NAME_MAX = 50;
export const TITLE = { min: 3, max: 100 } as const;
export const COMPANY_MAX = 100;
export const CODE_MAX = 500;
export const LIST_ITEM_MAX = 500;
export const LIST_ITEMS_MAX = 50;
/** Wider than an account's: an enquiry is signed with whatever its sender goes by. */
export const SENDER_NAME_MAX = 100;
export const MESSAGE_MAX = 5000;
export const SEARCH_MAX = 200;
export const PAGE_MAX = 1_000_000;
/** In rupees, of a range of prices. */
export const PRICE_FILTER_MAX = 1e9;
export const QUANTITY_MAX = 100;
export const USAGE_LIMIT = { min: 1, max: 100_000, default: 1 } as const;
export const LOW_STOCK_MAX = 100_000;
export const PER_CUSTOMER_MAX = 100;
/** How many the product page offers at a time; the API takes up to `QUANTITY_MAX`. */
export const QUANTITY_OFFERED_MAX = 10;
/** An import of codes. */
export const BATCH = { maxLines: 50_000, maxBytes: 10 * 1024 * 1024, referenceMax: 100, supplierMax: 100 } as const;
export const LINK_MAX = 2000;
/** A named view of a list, and how many of them a person has of one list. */
export const VIEW = { nameMax: 60, searchMax: 1_000, most: 50 } as const;
/** A file of products. */
export const SHEET = { maxLines: 5_000, maxBytes: 10 * 1024 * 1024 } as const;
/** A change of many products: so many named by id, so many found by the list's filters. */
export const BULK = { idsMax: 1_000, productsMax: 10_000, percent: { min: -99, max: 900 } } as const;
/** Wishes of one person. */
export const WISHES_MAX = 100;
export const RECALL_REASON_MAX = 500;
export const EXPIRING_SOON_DAYS = 7;
export const PRICE_MAX_RUPEES = 10_000_000;
/** The provider refuses amounts between nothing and one rupee. */
export const SMALLEST_CHARGE_PAISE = 100;
export const IMAGE = { maxBytes: 10 * 1024 * 1024, maxFiles: 8, maxPixels: 40_000_000 } as const;
export const HOLD_MINUTES = 15;
export const PAGE_LIMIT = { max: 100, default: 20 } as const;
export const MY_ORDERS_PAGE_SIZE = 3;
export const ADMIN_ORDERS_PAGE_SIZE = 10;
/** Monthly growth targets shown on the dashboard's four cards (decision 12). */
export const GROWTH_TARGETS = { revenue: 5, orders: 8, customers: 2, products: 10 } as const;
export const VERSION = 'v1.2.0';
export const SHOP_NAME = 'Digital Goods Marketplace';
