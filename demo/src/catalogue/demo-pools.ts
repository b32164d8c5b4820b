import { encryptPoolGoods } from '@shop/api/features/stock/units/encrypt-goods';
import { daysAfter } from '@shop/api/platform/clock';
import { newId } from '@shop/api/platform/ids';
import { endOfIndianDay, indianDay } from '@shop/api/platform/indian-day';
import type { Vault } from '@shop/api/platform/vault';
import { pick, type Random, seededRandom, wholeBetween } from '../artwork/seeded-random.ts';
import type { DemoRows } from '../demo.queries.ts';
import type { OrderFacts } from '../order-facts.ts';
import type { DemoProduct } from './demo-product.ts';
import type { StockedProduct } from './stocked-product.ts';

type PoolRows = Pick<DemoRows, 'batches' | 'goods' | 'code_fingerprints' | 'units'>;
type PoolInput = { demoProduct: DemoProduct; product: StockedProduct; orders: OrderFacts[]; vault: Vault; now: Date };
type Unit = Pick<DemoRows['units'][number], 'id' | 'state' | 'order_id'>;
type Delivery = { createdAt: Date; units: Unit[]; expiresAt: Date | null; reference: string };

const SUPPLIERS = ['Redington', 'Qwikcilver', 'Ingram Micro', 'Publisher direct'];
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LATEST_DELIVERY_DAYS = 12;

/** Codes in the form of the product's sample code, with the same demo mark. */
function* codesLike(code: string, random: Random): Generator<string> {
  const [brand = '', mark = ''] = code.split('-');
  const group = () => Array.from({ length: 4 }, () => pick(random, [...LETTERS])).join('');
  const used = new Set<string>();
  for (;;) {
    const next = `${brand}-${mark}-${group()}-${group()}`;
    if (!used.has(next)) yield next;
    used.add(next);
  }
}

const availableUnits = (count: number): Unit[] =>
  Array.from({ length: count }, () => ({ id: newId(), state: 'available', order_id: null }));

/** The first batch holds the sold units and some unsold ones; later batches hold the other unsold units. */
function deliveriesOf({ demoProduct, product, orders, now }: PoolInput, random: Random): Delivery[] {
  const sold = orders.flatMap(({ id, delivery }) =>
    (delivery?.unitIds ?? []).map((unitId): Unit => ({ id: unitId, state: 'sold', order_id: id })),
  );
  const rest = Math.ceil(product.unitsLeft / 4);
  const restocked = new Date(
    Math.max(product.row.created_at.getTime(), daysAfter(now, -LATEST_DELIVERY_DAYS).getTime()),
  );
  const brand = demoProduct.code.slice(0, 4);
  const number = wholeBetween(random, 100, 999);
  const expiringIn = (days: number) => endOfIndianDay(indianDay(daysAfter(now, days)));
  return [
    {
      createdAt: product.row.created_at,
      units: [...sold, ...availableUnits(rest)],
      expiresAt: expiringIn(wholeBetween(random, 5, 120)),
      reference: `${brand}-${number}`,
    },
    {
      createdAt: restocked,
      units: availableUnits(product.unitsLeft - rest),
      expiresAt: random() < 0.5 ? expiringIn(wholeBetween(random, 200, 400)) : null,
      reference: `${brand}-${number + 1}`,
    },
  ].filter(({ units }) => units.length > 0);
}

/** The batches, goods and units of a pool. It has its own seed, so that pools do not change the rest of the demo. */
export function poolRows(given: PoolInput): PoolRows {
  const { demoProduct, product, vault } = given;
  const random = seededRandom(`pool ${demoProduct.slug}`);
  const codes = codesLike(demoProduct.code, random);
  const rows: PoolRows = { batches: [], goods: [], code_fingerprints: [], units: [] };
  for (const { createdAt, units, expiresAt, reference } of deliveriesOf(given, random)) {
    const batchId = newId();
    rows.batches.push({
      id: batchId,
      product_id: product.row.id,
      reference,
      supplier: pick(random, SUPPLIERS),
      unit_cost_paise: Math.round((product.row.price_paise * wholeBetween(random, 82, 94)) / 100),
      expires_at: expiresAt,
      first_expires_at: expiresAt ?? 'infinity',
      content_fingerprint: vault.fingerprint('batch-content', `demo ${reference}`),
      created_by: product.row.uploaded_by,
      created_at: createdAt,
      recalled_at: null,
      recall_reason: null,
      // Marked as mailed, so that a new shop does not start with mails about expiring batches.
      expiry_told_at: createdAt,
    });
    for (const unit of units) {
      const goodsId = unit.id;
      const code = codes.next().value;
      const goods = { code, productLink: demoProduct.productLink ?? null };
      rows.goods.push({
        id: goodsId,
        product_id: product.row.id,
        ...encryptPoolGoods(vault, goodsId, goods),
        created_at: createdAt,
      });
      for (const { keyId, fingerprint } of vault.fingerprintsByKey('code', code))
        rows.code_fingerprints.push({ fingerprint, key_id: keyId, goods_id: goodsId });
      rows.units.push({
        ...unit,
        product_id: product.row.id,
        goods_id: goodsId,
        batch_id: batchId,
        expires_at: expiresAt ?? 'infinity',
        held_until: null,
      });
    }
  }
  return rows;
}
