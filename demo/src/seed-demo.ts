import { randomBytes } from 'node:crypto';
import { hashPassword } from '@shop/api/features/accounts/passwords/password-hash';
import { daysAfter } from '@shop/api/platform/clock';
import { inTransaction } from '@shop/api/platform/database/database';
import { newId } from '@shop/api/platform/ids';
import type { Shop } from '@shop/api/shop';
import { fillGallery, type Paint, paintArtwork } from './artwork/gallery.ts';
import { demoProducts } from './catalogue/catalogue.ts';
import { insertDemoRows } from './demo.queries.ts';
import { demoRows } from './demo-rows.ts';

type SeedOptions = {
  admin: { email: string; password: string };
  withCatalogue: boolean;
  say: (line: string) => void;
  paint?: Paint;
};

/** The shop opened before the oldest demo customer joined. */
const OPENED_DAYS_AGO = 180;

/** Fills an empty shop in one transaction, so that a first start that is killed can be repeated. */
export async function seedDemo(shop: Shop, options: SeedOptions): Promise<void> {
  const { admin, withCatalogue, say, paint = paintArtwork } = options;
  const now = shop.clock.now();
  const joinedAt = withCatalogue ? daysAfter(now, -OPENED_DAYS_AGO) : now;
  const administrator = {
    id: newId(),
    name: 'Shop Administrator',
    email: admin.email,
    role: 'admin' as const,
    password_hash: await hashPassword(admin.password),
    created_at: joinedAt,
    updated_at: joinedAt,
  };
  if (!withCatalogue) return insertDemoRows(shop.db, { users: [administrator] });

  const [gallery, passwordHash] = await Promise.all([
    fillGallery(demoProducts, { images: shop.images, paint, say }),
    hashPassword(randomBytes(24).toString('base64url')),
  ]);
  say('Stocking the shelves…');
  const rows = demoRows({ administrator, passwordHash, gallery, vault: shop.vault, now });
  await inTransaction(shop.db, (db) => insertDemoRows(db, rows));
}
