import { readFile } from 'node:fs/promises';
import { BATCH, SHEET } from '@shop/contract/limits/admin-limits';
import { expect, it } from 'vitest';
import { shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { TestClient } from '../../../testing/clients/test-client.ts';
import { type SignedInClient, signedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct, CANARY } from '../../../testing/data/builders.ts';
import {
  avifWithLargeAlpha,
  avifWithSharedMetadata,
  gifWithFrames,
  jpegWithScans,
  pngWithTexts,
  webpWithFrames,
} from '../../../testing/data/hostile-pictures.ts';
import { buildPool } from '../../../testing/data/pools.ts';
import { productForm } from '../../../testing/data/product-form.ts';
import { type KillableShop, openKillableShop } from '../../../testing/servers/killable-shop.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';

let shop: KillableShop;
let admin: SignedInClient;

async function openShop(): Promise<KillableShop> {
  const database = await createTestDatabase();
  const opened = await openKillableShop(database.url);
  admin = await signedInClient(opened, opened.url, { role: 'admin' });
  return {
    ...opened,
    async close() {
      await opened.close();
      await database.drop();
    },
  };
}

shareFaultyShop(openShop, (opened) => {
  shop = opened;
});

/** The memory of the server process in bytes: now, and the maximum since its start. */
async function memory(): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${shop.pid()}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

const upload = (bytes: Buffer) =>
  admin.call('adminCreateProduct', { body: productForm({}, [{ name: 'picture.png', bytes }]) });

/** Reads a product and the health check during some work, and returns the statuses. */
async function visitDuring(work: Promise<unknown>): Promise<Set<number>> {
  const { id } = await buildProduct(shop);
  const visitor = new TestClient(shop.url);
  const statuses = new Set<number>();
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  do {
    statuses.add((await visitor.call('findProduct', { params: { id } })).status);
    statuses.add((await fetch(`${shop.url}/healthz`)).status);
  } while (!isOver);
  await over;
  return statuses;
}

// Only Linux has a file with the memory of a process.
it.runIf(process.platform === 'linux')('100 hostile pictures at once need less than 300 MB (fault 64)', async () => {
  const hostile = await Promise.all([
    pngWithTexts(),
    jpegWithScans(5_000),
    gifWithFrames(500_000),
    webpWithFrames(150_000),
    avifWithLargeAlpha(),
    avifWithSharedMetadata(),
  ]);
  const png = hostile[0] as Buffer;
  const good = await upload(await pngWithTexts(0));
  expect([good.status, good.body.data.images.length]).toEqual([201, 1]);
  const before = await memory();
  const pictures = Array.from({ length: 100 }, (_, index) => hostile[index % 8] ?? png);
  const uploads = Promise.all(pictures.map(upload));
  expect(await visitDuring(uploads)).toEqual(new Set([200]));
  const replies = await uploads;
  const after = await memory();
  expect(after.now - before.now).toBeLessThan(300_000_000);
  expect(after.peak - before.now).toBeLessThan(300_000_000);
  const answers = new Set(replies.map(({ status, body }) => `${status} ${body.errors?.images ?? body.message}`));
  expect(answers).toEqual(
    new Set([
      '201 Product created successfully',
      '422 This image takes too much memory to open. Save it as a plain PNG or JPEG and try again',
      '422 Each image can have up to 40 megapixels (AVIF: 10)',
    ]),
  );
});

const TEN_MB = BATCH.maxBytes - 100;
const secret = `${CANARY}${'9'.repeat(50)}`;
const fileForm = (text: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ reference: 'hostile', ...fields })) form.append(name, value);
  form.append('file', new Blob([text]), 'file.csv');
  return form;
};

it.each([
  ['cell', `code\n${secret.padEnd(TEN_MB, 'A')}`, 'Line 2 is too long: a line can have up to 10,000 characters'],
  [
    'quoted cell',
    `code\n"${secret.padEnd(TEN_MB, '"')}`,
    'Line 2 is too long: a line can have up to 10,000 characters',
  ],
  ['line of blanks', ' '.repeat(TEN_MB), 'Paste the codes or choose a file'],
  [
    'blanks and a code',
    `${secret}\n${' '.repeat(TEN_MB)}`,
    'Line 2 is too long: a line can have up to 10,000 characters',
  ],
  ['header', `code${',x'.repeat(300)}\n${secret}`, 'Line 1 names too many columns: a file can have up to 256'],
])('codes with a hostile %s are refused with line and limit (fault 64)', async (_, text, sentence) => {
  const { id } = await buildPool(shop, { codes: [] });
  for (const dryRun of ['true', 'false']) {
    const call = admin.call('adminImportBatch', { params: { id }, query: { dryRun }, body: fileForm(text) });
    expect(await visitDuring(call)).toEqual(new Set([200]));
    const { status, body } = await call;
    expect([status, body.code, body.errors]).toEqual([422, 'VALIDATION_FAILED', { codes: sentence }]);
    expect(JSON.stringify(body)).not.toContain(CANARY);
  }
});

it.each([
  [
    'cell',
    `title,code\nA,${secret.padEnd(TEN_MB, 'A')}`,
    'Line 2 is too long: a line can have up to 3,20,000 characters',
  ],
  [
    'line of separators',
    `title\n${','.repeat(TEN_MB)}`,
    'Line 2 is too long: a line can have up to 3,20,000 characters',
  ],
  ['header', `title${',x'.repeat(300)}\nA`, 'Line 1 names too many columns: a file can have up to 256'],
])('products with a hostile %s are refused with line and limit (fault 64)', async (_, text, sentence) => {
  const call = admin.call('adminImportProducts', { query: { dryRun: 'true' }, body: fileForm(text) });
  expect(await visitDuring(call)).toEqual(new Set([200]));
  const { status, body } = await call;
  expect([status, body.code, body.errors]).toEqual([422, 'VALIDATION_FAILED', { products: sentence }]);
});

it('a cell that is too long is refused with its line (fault 64)', async () => {
  const text = `title,details\nA gift,${'A'.repeat(SHEET.cellMax + 1)}`;
  const { body } = await admin.call('adminImportProducts', { query: { dryRun: 'true' }, body: fileForm(text) });
  const reason = 'A cell is too long: it can have up to 60,000 characters';
  expect(body).toMatchObject({ data: { refused: [{ line: 2, column: null, reason }] } });
});

it('a form with fields of 10 MB is refused (fault 64)', async () => {
  const { id } = await buildPool(shop, { codes: [] });
  const fields = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`field${index}`, 'A'.repeat(TEN_MB)]));
  for (const call of [
    admin.call('adminImportBatch', { params: { id }, body: fileForm('A', fields) }),
    admin.call('adminImportProducts', { body: fileForm('A', fields) }),
    admin.call('adminCreateProduct', { body: productForm(fields) }),
  ]) {
    expect(await visitDuring(call)).toEqual(new Set([200]));
    const { status, body } = await call;
    expect([status, body.code]).toEqual([413, 'TOO_LARGE']);
    expect(body.message).toMatch(/up to 20,000 characters/);
  }
});

it('JSON with a million lists is refused before it is parsed (fault 64)', async () => {
  const { id } = await buildPool(shop, { codes: [] });
  const call = admin.call('adminImportBatch', { params: { id }, body: { codes: Array(1_000_000).fill([]) } as never });
  const { status, body } = await call;
  expect([status, body.code]).toEqual([413, 'TOO_LARGE']);
});
