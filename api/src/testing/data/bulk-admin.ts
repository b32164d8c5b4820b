import type { BulkPreview } from '@shop/contract/products/bulk-preview';
import type { TestShop } from '../test-shop.ts';

type Done = { message: string; count: number; undo: string | null };
type ProductRow = {
  title: string;
  price_paise: number;
  category: string;
  expiry_date: Date;
  is_active: boolean;
  stock_kind: string;
  updated_at: Date;
  deleted_at: Date | null;
};

/** A new admin with helpers for bulk changes and for reading their results. */
export async function openBulkAdmin(shop: TestShop) {
  const admin = await shop.admin();
  return {
    admin,
    bulk: async (body: object) => (await admin.call('adminBulkProducts', { body })).body as unknown as Done,
    refusal: async (body: object) => {
      const { status, body: reply } = await admin.call('adminBulkProducts', { body });
      return [status, reply.code, reply.errors ?? {}];
    },
    preview: async (body: object) => {
      const { body: reply } = await admin.call('adminBulkProducts', { query: { dryRun: 'true' }, body });
      return (reply as unknown as { data: BulkPreview }).data;
    },
    undo: (id: string | null) => admin.call('adminUndoBulk', { params: { id: id ?? '' } }),
    row: async (id: string) =>
      (await shop.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as ProductRow,
    audit: async (id: string) =>
      (await admin.call('adminListAudit', { query: { q: id } })).body.data.map(({ action }) => action).reverse(),
  };
}

export type BulkAdmin = Awaited<ReturnType<typeof openBulkAdmin>>;
