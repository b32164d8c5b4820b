import { type AdminSession, ask, THOUSAND_OF } from './admin-session.ts';
import { RARE_NAME } from './fill-shop.ts';

/** Actions of the administration with several calls, each measured as a whole. */
export type Act = { list: string; what: string; rounds: number; run: (admin: AdminSession) => Promise<void> };

const FEW_ROUNDS = 7;
const ROUNDS = 41;

/** A new price each time, so that there is always a change. */
const newPrice = () => 1 + Math.floor(Math.random() * 1000);

async function editWithPreview(admin: AdminSession): Promise<void> {
  const body = { ids: admin.ids, action: 'edit', changes: { price: newPrice(), category: 'Other' } };
  await ask(admin, 'adminBulkProducts', { query: { dryRun: 'true' }, body });
  await ask(admin, 'adminBulkProducts', { body });
}

/** Exports products, changes each price, makes a dry run and imports the file. */
async function sheetOutAndIn(admin: AdminSession): Promise<void> {
  const sheet = String(await ask(admin, 'adminExportProducts', { query: { q: THOUSAND_OF } }));
  const [header = '', ...lines] = sheet.trimEnd().split('\r\n');
  if (lines.length !== admin.ids.length) throw new Error(`The file has ${lines.length} products`);
  const priceAt = header.split(',').indexOf('Price');
  const products = [header, ...lines.map((line) => line.split(',').with(priceAt, String(newPrice())).join(','))];
  const body = { products: products.join('\r\n') };
  await ask(admin, 'adminImportProducts', { query: { dryRun: 'true' }, body });
  await ask(admin, 'adminImportProducts', { body });
}

/** Saves, lists, opens and deletes a view. */
async function useView(admin: AdminSession): Promise<void> {
  const view = { list: 'orders', name: 'To be paid', search: 'status=pending&sort=oldest' };
  const { data: saved } = await ask(admin, 'adminSaveView', { body: view });
  await ask(admin, 'adminListViews', { query: { list: 'orders' } });
  await ask(admin, 'adminListOrders', { query: Object.fromEntries(new URLSearchParams(saved.search)) });
  await ask(admin, 'adminDeleteView', { params: { id: saved._id } });
}

/** The number of results that the palette lists of each kind. */
const FOUND_MOST = 4;

async function findAnywhere(admin: AdminSession, text: string): Promise<void> {
  await Promise.all([
    ask(admin, 'adminSearchProducts', { query: { q: text, limit: FOUND_MOST } }),
    ask(admin, 'adminListOrders', { query: { q: text, limit: FOUND_MOST } }),
    ask(admin, 'adminListCustomers', { query: { search: text, limit: FOUND_MOST } }),
  ]);
}
const palette = (what: string, text: string): Act => ({
  list: 'palette',
  what,
  rounds: ROUNDS,
  run: (admin) => findAnywhere(admin, text),
});

export const acts: Act[] = [
  palette('a name', RARE_NAME),
  palette('four characters of an id', 'be7f'),
  palette('a word of every product', 'voucher'),
  palette('a part of every address', 'example.com'),
  { list: 'orders', what: 'a saved view, kept, opened and forgotten', rounds: ROUNDS, run: useView },
  { list: 'products', what: 'bulk edit of 1,000 with its preview', rounds: FEW_ROUNDS, run: editWithPreview },
  { list: 'products', what: 'CSV of 1,000, out and in', rounds: FEW_ROUNDS, run: sheetOutAndIn },
];
