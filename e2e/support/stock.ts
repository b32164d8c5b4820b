import type { Page } from '@playwright/test';
import { openApiSession } from './api-calls.ts';
import type { E2eShop } from './shop.ts';

export const addCodesDialog = (page: Page) => page.getByRole('dialog', { name: 'Add codes' });

type Pool = { title: string; price?: number; codes?: string; reference?: string };

/** Creates a pool product through the admin API and puts it on sale. */
export async function buildPool(shop: E2eShop, { title, price = 0, codes, reference = 'FIRST' }: Pool) {
  const { calls } = await openApiSession(shop, { role: 'admin' });
  const post = async (path: string, data: object) => {
    const reply = await calls.post(`/api/v1/admin/products/${path}`, { data });
    if (!reply.ok()) throw new Error(await reply.text());
    return (await reply.json()).data as { _id: string };
  };
  const fields = { title, price, stockKind: 'pool', category: 'Gift Card', company: 'Acme', expiryDate: '2099-12-31' };
  const { _id: id } = await post('new', { ...fields, isActive: true });
  const addCodes = (more: string, as: string) => post(`${id}/batches`, { reference: as, codes: more });
  if (codes) await addCodes(codes, reference);
  return { id, addCodes };
}

/** The codes 'KEY-0001', 'KEY-0002' and so on. */
export const keys = (count: number, prefix = 'KEY') =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(4, '0')}`);
