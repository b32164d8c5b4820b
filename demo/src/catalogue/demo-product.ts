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
  /** Days from the day of seeding; negative for a product that has already expired. */
  expiryInDays: number;
  /** Units still for sale beside those the demo orders have used; a 'sold-out' product has none left. */
  usageLimit: number;
  isOneTimeUse: boolean;
  state: 'active' | 'inactive' | 'sold-out';
  productLink?: string;
  code: string;
};

/** What all products of one company in one category have in common. */
export type DemoIssuer = Pick<
  DemoProduct,
  'company' | 'category' | 'howToRedeem' | 'termsAndConditions' | 'productLink'
>;

/** A key, a card or a membership is somebody's alone; a coupon is for everybody (decision 34). */
const IN_POOLS = new Set<Category>(['Software Key', 'Gift Card', 'Membership']);
export const isPool = ({ category }: Pick<DemoProduct, 'category'>): boolean => IN_POOLS.has(category);
