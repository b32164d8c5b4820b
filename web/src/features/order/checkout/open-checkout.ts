import type { ProviderName } from '@shop/contract/orders';
import type { OpenCheckout } from './checkout.ts';
import { openRazorpay } from './razorpay.ts';

/** Each payment provider's dialog; another provider adds its file and its line. */
const dialogs: Record<ProviderName, OpenCheckout> = { razorpay: openRazorpay };

export const openCheckout: OpenCheckout = (request) => dialogs[request.paymentOrder.provider](request);
