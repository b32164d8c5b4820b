import type { ProviderName } from '@shop/contract/orders';
import type { OpenCheckout } from './checkout.ts';
import { openRazorpay } from './razorpay.ts';

/** One dialog for each payment provider. */
const dialogs: Record<ProviderName, OpenCheckout> = { razorpay: openRazorpay };

export const openCheckout: OpenCheckout = (request) => dialogs[request.paymentOrder.provider](request);
