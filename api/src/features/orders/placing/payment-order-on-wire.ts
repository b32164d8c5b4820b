import type { PaymentOrder } from '@shop/contract/orders';
import { type PaymentProviders, paymentOrderOf } from '../../payments/payments.service.ts';
import type { OrderRow } from '../orders.queries.ts';

/** The data of the checkout dialog; null for a free order, and before the provider has opened the order. */
export const paymentOrderOnWire = (providers: PaymentProviders, order: OrderRow): PaymentOrder | null =>
  order.provider_order_id === null
    ? null
    : paymentOrderOf(providers.named(order.provider), {
        providerOrderId: order.provider_order_id,
        amountPaise: order.amount_paise,
        title: order.product_details.title,
      });
