import { orderAmountPaise, toPaise, toRupees } from '@shop/contract/money';

/** Price × quantity in rupees, reckoned in paise: three times 0.10 is 0.30. */
export const orderAmount = (price: number, quantity: number): number =>
  toRupees(orderAmountPaise(toPaise(price), quantity));
