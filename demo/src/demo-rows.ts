import type { StoredImage } from '@shop/api/platform/images/image-urls';
import type { Vault } from '@shop/api/platform/vault';
import { seededRandom } from './artwork/seeded-random.ts';
import { auditRows } from './audit-trail.ts';
import { demoProducts } from './catalogue/catalogue.ts';
import { poolRows } from './catalogue/demo-pools.ts';
import { type DemoProduct, isPool } from './catalogue/demo-product.ts';
import { productAtSale, ratedProductRow } from './catalogue/product-history.ts';
import { availableUnitRows, imageRows, stockProduct } from './catalogue/stocked-product.ts';
import { contactRow, customerRow } from './customers-and-enquiries.ts';
import type { DemoRows } from './demo.queries.ts';
import { demoEnquiries } from './enquiries.ts';
import { type OrderFacts, orderFacts } from './order-facts.ts';
import { type DemoOrder, demoOrders } from './order-plan.ts';
import {
  deliveredUnitRows,
  deliveryRows,
  orderRow,
  paymentRows,
  providerOrderRows,
  ratingRows,
  refundRows,
  soldUnitRows,
} from './order-rows.ts';
import { demoCustomers } from './people.ts';

type Given = {
  administrator: DemoRows['users'][number];
  passwordHash: string;
  /** The pictures of each product, by slug. */
  gallery: Map<string, StoredImage[]>;
  vault: Vault;
  now: Date;
};

/** A sold-out product only has completed orders, because the units of any other order would be for sale again. */
const isPossible = ({ state }: DemoProduct, { outcome }: DemoOrder): boolean =>
  state !== 'sold-out' || outcome === 'completed';

/** All rows of the demo: products, customers, orders and enquiries. */
export function demoRows({ administrator, passwordHash, gallery, vault, now }: Given): DemoRows {
  const random = seededRandom('demo');
  const plans = demoOrders(demoCustomers, demoProducts, random, now);
  const customers = demoCustomers.map((customer) => customerRow(customer, { passwordHash, now }));
  const buyerOf = ({ customerIndex }: DemoOrder): string => {
    const customer = customers[customerIndex];
    if (!customer) throw new RangeError(`the order plan names customer ${customerIndex}, who does not exist`);
    return customer.id;
  };
  const contacts = demoEnquiries.map((enquiry) => contactRow(enquiry, now));

  const productOrders = demoProducts.map((demoProduct) => {
    const plansOfProduct = plans.filter(
      (plan) => plan.productSlug === demoProduct.slug && isPossible(demoProduct, plan),
    );
    const product = stockProduct(demoProduct, {
      images: gallery.get(demoProduct.slug) ?? [],
      firstSaleDaysAgo: plansOfProduct[0]?.daysAgo,
      uploadedBy: administrator.id,
      vault,
      random,
      now,
    });
    const orders = plansOfProduct.map((plan) => orderFacts(plan, { product, buyerId: buyerOf(plan), random, now }));
    const pool = isPool(demoProduct) ? [poolRows({ demoProduct, product, orders, vault, now })] : [];
    return { product, orders, pool };
  });
  const products = productOrders.map(({ product }) => product);
  const orders: OrderFacts[] = productOrders.flatMap((entry) => entry.orders);
  const pools = productOrders.flatMap((entry) => entry.pool);

  return {
    users: [administrator, ...customers],
    products: productOrders.map((entry) => ratedProductRow(entry.product, entry.orders)),
    batches: pools.flatMap(({ batches }) => batches),
    goods: [...products.flatMap(({ goods }) => goods ?? []), ...pools.flatMap(({ goods }) => goods)],
    code_fingerprints: pools.flatMap(({ code_fingerprints }) => code_fingerprints),
    images: products.flatMap(imageRows),
    orders: productOrders.flatMap((entry) =>
      entry.orders.map((order) => orderRow(order, productAtSale(entry.product, entry.orders, order.createdAt))),
    ),
    units: [
      ...orders.flatMap(soldUnitRows),
      ...products.flatMap(availableUnitRows),
      ...pools.flatMap(({ units }) => units),
    ],
    deliveries: orders.flatMap(deliveryRows),
    delivered_units: orders.flatMap(deliveredUnitRows),
    provider_orders: orders.flatMap(providerOrderRows),
    payments: orders.flatMap(paymentRows),
    refunds: orders.flatMap(refundRows),
    ratings: orders.flatMap(ratingRows),
    contacts,
    audit_log: auditRows({ actorId: administrator.id, products, contacts }),
  };
}
