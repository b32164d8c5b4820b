import type { Metrics } from '../../platform/telemetry/metrics.ts';
import { measureState } from '../../platform/telemetry/state-gauges.ts';
import type { Database } from '../../tables.ts';
import { readShopState } from './shop-state.queries.ts';

/** Gauges about unfinished work of the whole shop. Every process reports the same values. */
export function measureShopState({ db, metrics }: { db: Database; metrics: Metrics }): void {
  measureState(metrics.registry, {
    gauges: {
      shop_units_held: 'Units that unpaid orders hold',
      shop_orders_unpaid: 'Orders that wait for payment',
      shop_oldest_unsettled_payment_seconds: 'Age of the oldest unprocessed event of the payment provider',
      shop_refunds_open: 'Refunds that have not reached their buyers',
      shop_oldest_open_refund_seconds: 'Age of the oldest open refund',
    },
    read: async () => {
      const state = await readShopState(db);
      return {
        shop_units_held: state.heldUnits,
        shop_orders_unpaid: state.unpaidOrders,
        shop_oldest_unsettled_payment_seconds: state.oldestUnsettledSeconds,
        shop_refunds_open: state.openRefunds,
        shop_oldest_open_refund_seconds: state.oldestRefundSeconds,
      };
    },
  });
}
