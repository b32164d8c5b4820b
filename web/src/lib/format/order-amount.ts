import { orderAmountPaise, toPaise, toRupees } from '@shop/contract/money';

/** Price × quantity in rupees. It calculates in paise, so that 3 × 0.10 is exactly 0.30. */
export const orderAmount = (price: number, quantity: number): number =>
  toRupees(orderAmountPaise(toPaise(price), quantity));
