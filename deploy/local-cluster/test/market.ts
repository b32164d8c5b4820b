import { readConfig } from '../../../api/src/config.ts';
import { hashPassword } from '../../../api/src/features/accounts/passwords/password-hash.ts';
import { closeShop, openShop, type Shop } from '../../../api/src/shop.ts';
import { buildProduct, buildUser, loadedUnitCounts, PASSWORD } from '../../../api/src/testing/data/builders.ts';
import type { Cluster } from '../cluster.ts';
import type { Goods } from './buyer.ts';

const PRODUCTS = 60;
const UNITS = 2_000;
const PRICE = 499;

type OpenMarket = { shop: Shop; goods: Goods[]; emails: string[]; close(): Promise<void> };

/** Opens the shop of the cluster directly on PostgreSQL and fills it. */
export async function openMarket({ settings, database }: Cluster, buyers: number): Promise<OpenMarket> {
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent', DATABASE_POOL: '4' });
  const shop = await openShop({ config, databaseUrl: database.url });
  // One hash for all customers, with the real cost, because sign-ins are measured too.
  const password_hash = await hashPassword(PASSWORD);
  const users = await Promise.all(Array.from({ length: buyers }, () => buildUser(shop, { password_hash })));
  const goods: Goods[] = [];
  for (let made = 0; made < PRODUCTS; made++) {
    const { id, title } = await buildProduct(shop, { price: PRICE, units: UNITS });
    goods.push({ id, title, price: PRICE });
  }
  return {
    shop,
    goods,
    emails: users.map(({ email }) => email),
    async close() {
      await closeShop(shop);
      loadedUnitCounts.clear();
    },
  };
}
