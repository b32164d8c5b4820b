import type { PaymentOrder } from '@shop/contract/orders';
import { type PaymentProviders, paymentOrderOf } from '../../payments/payments.service.ts';
import type { OrderRow } from '../orders.queries.ts';

/** What an order is paid with; null while the provider has not opened it, and of one that costs nothing. */
export const paymentOrderOnWire = (providers: PaymentProviders, order: OrderRow): PaymentOrder | null =>
  order.provider_order_id === null
    ? null
    : paymentOrderOf(providers.named(order.provider), {
        providerOrderId: order.provider_order_id,
        amountPaise: order.amount_paise,
        title: order.product_details.title,
      });
