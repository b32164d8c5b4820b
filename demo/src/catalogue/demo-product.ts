import type { Category } from '@shop/contract/products/categories';

export type DemoProduct = {
  slug: string;
  title: string;
  subtitle: string;
  company: string;
  category: Category;
  pricePaise: number;
  originalPricePaise?: number;
  details: string[];
  howToRedeem: string[];
  termsAndConditions: string[];
  /** Days after the day of seeding; negative for an expired product. */
  expiryInDays: number;
  /** Unsold units, in addition to the units of the demo orders. A 'sold-out' product ignores it. */
  usageLimit: number;
  isOneTimeUse: boolean;
  state: 'active' | 'inactive' | 'sold-out';
  productLink?: string;
  code: string;
};

/** The fields that all products of one company in one category share. */
export type DemoIssuer = Pick<
  DemoProduct,
  'company' | 'category' | 'howToRedeem' | 'termsAndConditions' | 'productLink'
>;

/** Keys, cards and memberships have one buyer per code; a coupon code is shared by all buyers. */
const IN_POOLS = new Set<Category>(['Software Key', 'Gift Card', 'Membership']);
export const isPool = ({ category }: Pick<DemoProduct, 'category'>): boolean => IN_POOLS.has(category);
