import { coupons } from './catalogue-coupons.ts';
import { everydayMemberships } from './catalogue-everyday-memberships.ts';
import { foodVouchers } from './catalogue-food-vouchers.ts';
import { leisureCards } from './catalogue-leisure-cards.ts';
import { mediaMemberships } from './catalogue-media-memberships.ts';
import { otherGoods } from './catalogue-other.ts';
import { outingVouchers } from './catalogue-outing-vouchers.ts';
import { shoppingCards } from './catalogue-shopping-cards.ts';
import { softwareKeys } from './catalogue-software.ts';
import type { DemoProduct } from './demo-product.ts';

export const demoProducts: DemoProduct[] = [
  ...shoppingCards,
  ...leisureCards,
  ...foodVouchers,
  ...outingVouchers,
  ...coupons,
  ...softwareKeys,
  ...mediaMemberships,
  ...everydayMemberships,
  ...otherGoods,
];
