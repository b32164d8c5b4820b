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
/** Longer than an account's name, because an enquiry may come from a company. */
export const SENDER_NAME_MAX = 100;
export const MESSAGE_MAX = 5000;
export const SEARCH_MAX = 200;
export const PAGE_MAX = 1_000_000;
/** The highest price of a filter, in rupees. */
export const PRICE_FILTER_MAX = 1e9;
export const QUANTITY_MAX = 100;
export const PER_CUSTOMER_MAX = 100;
/** The largest quantity that the product page offers. The API accepts up to `QUANTITY_MAX`. */
export const QUANTITY_OFFERED_MAX = 10;
/** Products on one wish list. */
export const WISHES_MAX = 100;
export const EXPIRING_SOON_DAYS = 7;
export const PRICE_MAX_RUPEES = 10_000_000;
/** The provider refuses amounts between 0 and 1 rupee. */
export const SMALLEST_CHARGE_PAISE = 100;
export const HOLD_MINUTES = 15;
export const PAGE_LIMIT = { max: 100, default: 20 } as const;
export const MY_ORDERS_PAGE_SIZE = 3;
export const VERSION = 'v1.2.0';
export const SHOP_NAME = 'Digital Goods Marketplace';
