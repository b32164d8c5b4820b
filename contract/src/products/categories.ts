export const categories = ['Coupon', 'Voucher', 'Gift Card', 'Software Key', 'Membership', 'Other'] as const;
export type Category = (typeof categories)[number];

export const productSorts = ['newest', 'price-asc', 'price-desc', 'rating', 'expiring'] as const;
export type ProductSort = (typeof productSorts)[number];
