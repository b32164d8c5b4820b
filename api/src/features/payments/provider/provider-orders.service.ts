import { fail } from '../../../platform/failure.ts';
import type { Log } from '../../../platform/log/log.ts';
import { AmountTooLarge, type PaymentProvider } from './payment-provider.ts';

/** Opens the order at the provider. Its receipt is our order id, by which it is found if the answer is lost. */
export async function openProviderOrder(
  { provider, log }: { provider: PaymentProvider; log: Log },
  order: { id: string; amountPaise: number; mayExist: boolean },
): Promise<string> {
  try {
    const existing = order.mayExist ? (await provider.findOrdersByReceipt(order.id))[0] : undefined;
    const opened = existing ?? (await provider.createOrder({ receipt: order.id, amountPaise: order.amountPaise }));
    return opened.id;
  } catch (error) {
    log.warn({ err: error, order: order.id }, 'the payment provider did not open an order');
    throw fail(error instanceof AmountTooLarge ? 'amountTooLarge' : 'providerUnavailable');
  }
}
