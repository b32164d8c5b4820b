import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import { waitForBlockedQuery } from '../../../testing/checks/wait-for-blocked-query.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const shop = shareTestShop();

test('a sheet import that conflicts with a save changes nothing', async () => {
  const admin = await shop.admin();
  const [one, other] = [await buildProduct(shop, { price: 100 }), await buildProduct(shop, { price: 100 })];
  const products = `Product ID,Price\n${one.id},50\n${other.id},50\n`;
  const sent = await inTransaction(shop.db, async (db) => {
    await db
      .updateTable('products')
      .set({ updated_at: new Date(0) })
      .where('id', '=', other.id)
      .execute();
    const importing = admin.call('adminImportProducts', { query: { dryRun: 'false' }, body: { products } });
    await waitForBlockedQuery(shop);
    return { importing };
  });
  const { status, body } = await sent.importing;
  expect([status, body]).toEqual([
    409,
    expect.objectContaining({
      code: 'EDIT_CONFLICT',
      message: 'Somebody changed one of these products in the meantime. Nothing was imported. Import the file again.',
    }),
  ]);
  const { body: now } = await admin.call('adminListProducts', { query: { q: one.title } });
  expect(now.data.find(({ _id }) => _id === one.id)?.price).toBe(100);
});
