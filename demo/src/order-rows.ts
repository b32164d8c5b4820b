import { newId } from '@shop/api/platform/ids';
import { orderAmountPaise } from '@shop/contract/money';
import type { PaymentStatus } from '@shop/contract/order-status';
import type { Product } from '@shop/contract/products/product';
import type { DemoRows } from './demo.queries.ts';
import { demoProviderId, type OrderFacts } from './order-facts.ts';
import type { DemoOrder } from './order-plan.ts';

const paymentStatuses: Record<DemoOrder['outcome'], PaymentStatus> = {
  completed: 'completed',
  refunded: 'refunded',
  failed: 'failed',
  cancelled: 'pending',
};

const amountOf = ({ product, plan }: OrderFacts): number => orderAmountPaise(product.row.price_paise, plan.quantity);

export const orderRow = (order: OrderFacts, productAtSale: Product): DemoRows['orders'][number] => {
  const { plan, product, payment, delivery, refund, endedAt } = order;
  return {
    id: order.id,
    buyer_id: order.buyerId,
    product_id: product.row.id,
    quantity: plan.quantity,
    amount_paise: amountOf(order),
    amount_paid_paise: payment ? amountOf(order) : 0,
    refunded_paise: refund ? amountOf(order) : 0,
    payment_method: plan.method,
    payment_status: paymentStatuses[plan.outcome],
    is_delivered: delivery !== null,
    is_one_time_use: product.row.is_one_time_use,
    abandoned_at: plan.outcome === 'cancelled' ? endedAt : null,
    paid_at: payment && endedAt,
    delivered_at: delivery?.at ?? null,
    receipt: order.id,
    provider_payment_id: payment?.id ?? null,
    product_details: JSON.stringify(productAtSale),
    created_at: order.createdAt,
    updated_at: refund?.at ?? delivery?.at ?? endedAt,
  };
};

export const providerOrderRows = ({ id, providerOrderId }: OrderFacts): DemoRows['provider_orders'] =>
  providerOrderId === null ? [] : [{ order_id: id, provider_order_id: providerOrderId }];

export const paymentRows = (order: OrderFacts): DemoRows['payments'] =>
  order.payment && order.providerOrderId
    ? [
        {
          id: order.payment.id,
          order_id: order.id,
          provider_order_id: order.providerOrderId,
          method: order.plan.method,
          amount_paise: amountOf(order),
          status: order.refund ? 'refunded' : 'captured',
          captured_at: order.endedAt,
        },
      ]
    : [];

export const refundRows = (order: OrderFacts): DemoRows['refunds'] =>
  order.payment && order.refund
    ? [
        {
          id: newId(),
          payment_id: order.payment.id,
          order_id: order.id,
          amount_paise: amountOf(order),
          reason: 'Sold out before the payment arrived',
          status: 'processed',
          provider_refund_id: demoProviderId('rfnd'),
          created_at: order.endedAt,
          updated_at: order.refund.at,
        },
      ]
    : [];

/** The sold units of a shared code. The units of a pool are made with its batches. */
export const soldUnitRows = ({ id, product: { row, goods }, delivery }: OrderFacts): DemoRows['units'] =>
  goods && delivery
    ? delivery.unitIds.map((unitId) => ({
        id: unitId,
        product_id: row.id,
        goods_id: goods.id,
        state: 'sold',
        order_id: id,
      }))
    : [];

export const deliveryRows = ({ id, delivery }: OrderFacts): DemoRows['deliveries'] =>
  delivery ? [{ order_id: id, delivered_at: delivery.at, proof: null, proof_key: null }] : [];

export const deliveredUnitRows = ({ id, delivery }: OrderFacts): DemoRows['delivered_units'] =>
  (delivery?.unitIds ?? []).map((unitId) => ({ unit_id: unitId, order_id: id }));

export const ratingRows = ({ id, product, rating }: OrderFacts): DemoRows['ratings'] =>
  rating
    ? [{ order_id: id, product_id: product.row.id, stars: rating.stars, worked: rating.worked, rated_at: rating.at }]
    : [];
