import { randomPassword } from '@shop/api/features/accounts/random-password';
import type { Shop } from '@shop/api/shop';
import type { NewAdmin } from '@shop/api/startup/start-server';
import { hasAnyUser } from '@shop/demo/demo.queries';
import { seedDemo } from '@shop/demo/seed-demo';

/**
 * The first start on the embedded database fills the shop with the demo, unless in production, and makes one
 * administrator. A database of the operator's own is left alone unless SEED_DEMO asks for it.
 */
export async function seedFirstStart(shop: Shop, say: (line: string) => void): Promise<NewAdmin | undefined> {
  const { config, db } = shop;
  const isEmbedded = config.DATABASE_URL === undefined;
  if (!isEmbedded && !config.seedsDemo) return undefined;
  if (await hasAnyUser(db)) return undefined;
  const admin = {
    email: config.ADMIN_EMAIL ?? 'admin@example.com',
    password: config.ADMIN_PASSWORD ?? randomPassword(),
  };
  await seedDemo(shop, { admin, withCatalogue: config.seedsDemo, say });
  return config.ADMIN_PASSWORD ? undefined : admin;
}
