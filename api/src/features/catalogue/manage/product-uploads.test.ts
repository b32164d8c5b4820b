import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE } from '@shop/contract/limits/admin-limits';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { RETENTION_JOB } from '../../../platform/retention.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { blackPng } from '../../../testing/data/black-png.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { productForm } from '../../../testing/data/product-form.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const png = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#0B5D4E' } })
    .png()
    .toBuffer();
const files = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({ name: `${index}.png`, bytes: await png(40 + index) })),
  );

const create = (images: { name: string; bytes: Buffer }[], overrides = {}) =>
  admin.call('adminCreateProduct', { body: productForm(overrides, images) });
const update = (id: string, overrides: object, images: { name: string; bytes: Buffer }[] = []) =>
  admin.call('adminUpdateProduct', { params: { id }, body: productForm({ ...overrides }, images) });

/** The ids of the images in the image store. */
const storedIds = async () => readdir(join(shop.config.DATA_DIR, 'images')).catch((): string[] => []);
/** Runs all jobs, including those with a later run time. */
async function runLaterJobs() {
  await shop.pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
  await shop.runJobs();
}
const nothingStored = async () => expect(await storedIds()).toEqual([]);

describe('refused uploads', () => {
  test('an image larger than 10 MB is refused (fault 18)', async () => {
    const bytes = Buffer.concat([await png(), Buffer.alloc(IMAGE.maxBytes)]).subarray(0, IMAGE.maxBytes + 1);
    const reply = await create([{ name: 'big.png', bytes }]);
    expect([reply.status, reply.body.code]).toEqual([413, 'IMAGE_TOO_LARGE']);
    expect(reply.body.message).toBe('Each image can be up to 10MB.');
    await nothingStored();
  });

  test.each([
    ['an SVG with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a web page that starts like a GIF', Buffer.from('GIF89a/*<script>*/=1;alert(1)</script>')],
    ['a text named .png', Buffer.from('hello')],
  ])('%s is refused as an image (fault 18)', async (_name, bytes) => {
    const reply = await create([{ name: 'picture.png', bytes }]);
    expect([reply.status, reply.body.code]).toEqual([415, 'NOT_AN_IMAGE']);
    await nothingStored();
  });

  test('an image followed by a web page is refused (fault 18)', async () => {
    const bytes = Buffer.concat([await png(), Buffer.from('<html><script>alert(1)</script>')]);
    expect((await create([{ name: 'polyglot.png', bytes }])).status).toBe(415);
    await nothingStored();
  });

  test('a truncated image is refused (fault 18)', async () => {
    const bytes = (await png(300, 300)).subarray(0, 60);
    const reply = await create([{ name: 'half.png', bytes }]);
    expect(reply.status).toBe(422);
    expect(reply.body.errors).toEqual({ images: 'This image could not be read' });
    await nothingStored();
  });

  test('a huge image is refused and large files are read in bounded memory (fault 18)', async () => {
    const huge = blackPng(14_000, 14_000);
    const large = Buffer.concat([await png(2000, 2000), Buffer.alloc(9 * 1024 * 1024)]);
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 10);
    const [refused, ...accepted] = await Promise.all([
      create([{ name: 'huge.png', bytes: huge }]),
      ...Array.from({ length: 2 }, () => create([{ name: 'large.png', bytes: large }])),
    ]);
    clearInterval(watch);
    expect(refused?.status).toBe(422);
    expect(refused?.body.errors).toHaveProperty('images');
    expect(accepted.map((reply) => reply.status)).toEqual([201, 201]);
    expect(peak - before).toBeLessThan(300_000_000);
    for (const { body } of accepted) await update(body.data._id, { existingImages: '' });
    await runLaterJobs();
    await nothingStored();
  });

  test('more than eight new and kept images together are refused (fault 18)', async () => {
    const reply = await create(await files(9));
    expect(reply.status).toBe(422);
    expect(reply.body.errors).toEqual({ images: 'At most 8 images' });
    const product = await create(await files(7));
    const more = await update(product.body.data._id, {}, await files(2));
    expect(more.body.errors).toEqual({ images: 'At most 8 images' });
    expect(await storedIds()).toHaveLength(7);
  });
});

test('a missing TMPDIR is answered as temporarily unavailable', async () => {
  vi.stubEnv('TMPDIR', join(shop.config.DATA_DIR, 'nowhere'));
  const reply = await create([]).finally(() => vi.unstubAllEnvs());
  expect([reply.status, reply.body.code]).toEqual([503, 'TEMPORARILY_UNAVAILABLE']);
});

describe('uploaded images', () => {
  test('an upload is re-encoded under a random name and loses its metadata', async () => {
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#888' } })
      .withExif({ IFD0: { Model: 'CANARY' }, IFD3: { GPSLatitude: '28/1 36/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('CANARY')).toBe(true);
    const { body } = await create([{ name: '../../x.png', bytes }]);
    const image = body.data.images[0];
    expect(image?.url).toMatch(/^\/media\/[\w-]{22}\/400\.webp$/);
    const file = Buffer.from(await (await fetch(shop.url + image?.url)).arrayBuffer());
    const { format, exif, width } = await sharp(file).metadata();
    expect({ format, exif, width }).toEqual({ format: 'webp', width: 400 });
    expect(file.includes('CANARY')).toBe(false);
    expect(await storedIds()).toContain(image?.public_id);
  });

  test('a save keeps, reorders and removes images; a job deletes removed files', async () => {
    const { body } = await create(await files(3));
    const id = body.data._id;
    const [first, second, third] = body.data.images.map((image) => image.public_id);
    const same = await update(id, { title: 'Images left alone' });
    expect(same.body.data.images.map((image) => image.public_id)).toEqual([first, second, third]);

    const turned = await update(id, { existingImages: [third, first, third] }, await files(1));
    const ids = turned.body.data.images.map((image) => image.public_id);
    expect(ids.slice(0, 2)).toEqual([third, first]);
    expect(ids).toHaveLength(3);
    // The file stays for a while, because an open page may still show it.
    await shop.runJobs();
    expect(await storedIds()).toContain(second);
    await runLaterJobs();
    expect(await storedIds()).not.toContain(second);
    expect(await storedIds()).toEqual(expect.arrayContaining(ids));

    const none = await update(id, { existingImages: '' });
    expect(none.body.data.images).toEqual([]);
    await runLaterJobs();
    expect((await storedIds()).filter((stored) => ids.includes(stored))).toEqual([]);
  });

  test('an image that an order shows is kept after its product is deleted', async () => {
    const { body } = await create(await files(2), { price: '0' });
    const { _id: productId, images } = body.data;
    const buyer = await shop.customer();
    const bought = await buyer.call('createOrder', { body: { productId, amount: 0 } });
    expect(bought.status).toBe(201);
    await update(productId, { price: '0', existingImages: '' });
    await runLaterJobs();
    expect(await storedIds()).toEqual(expect.arrayContaining(images.map((image) => image.public_id)));
    await admin.call('adminDeleteProduct', { params: { id: productId } });
    await shop.runJobs();
    expect((await fetch(shop.url + bought.body.order.productDetails.images[0]?.url)).status).toBe(200);
  });

  test('a save with an image of another product is refused', async () => {
    const { body } = await create(await files(1));
    const image = body.data.images[0]?.public_id ?? '';
    const other = await buildProduct(shop);
    const reply = await update(other.id, { existingImages: [image] });
    expect(reply.status).toBe(422);
    const owner = await admin.call('adminFindProduct', { params: { id: body.data._id } });
    expect(owner.body.data.images).toHaveLength(1);
  });

  test('a save that fails after the upload leaves no files behind', async () => {
    const { body } = await create([], { code: 'EDITED' });
    const before = await storedIds();
    const [one, two] = await Promise.all([
      update(body.data._id, { updatedAt: body.data.updatedAt, code: 'EDITED' }, await files(1)),
      update(body.data._id, { updatedAt: body.data.updatedAt, code: 'EDITED' }, await files(1)),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    await shop.runJobs();
    const winner = one.status === 200 ? one : two;
    const kept = winner.body.data.images.map((image) => image.public_id);
    expect((await storedIds()).sort()).toEqual([...before, ...kept].sort());
  });

  test('an image without a product is deleted after an hour', async () => {
    const { body } = await create(await files(1));
    const attached = body.data.images[0]?.public_id ?? '';
    await shop.db.updateTable('images').set({ product_id: null }).where('id', '=', attached).execute();
    await shop.runJobs();
    expect(await storedIds()).toContain(attached);
    await runLaterJobs();
    expect(await storedIds()).not.toContain(attached);
    const rows = await shop.db.selectFrom('images').select('id').where('id', '=', attached).execute();
    expect(rows).toEqual([]);
  });

  // This test is the last one: the clock advances so far that all sessions expire.
  test('images of a deleted product are removed after the undo time, except in orders', async () => {
    const created = await create(await files(2), { price: '0' });
    const [shown, replaced] = created.body.data.images.map((image) => image.public_id);
    const productId = created.body.data._id;
    const untouched = await create(await files(1));
    const forget = async () => {
      await enqueue(shop.db, RETENTION_JOB, {});
      await runLaterJobs();
    };
    // The order's copy of the product shows only the first picture.
    await update(productId, { price: '0', existingImages: [shown] });
    await (await shop.customer()).call('createOrder', { body: { productId, amount: 0 } });
    await update(productId, { price: '0', existingImages: [shown] }, await files(1));
    const { body } = await admin.call('adminFindProduct', { params: { id: productId } });
    const added = body.data.images[1]?.public_id;

    await admin.call('adminDeleteProduct', { params: { id: productId } });
    shop.clock.advance(60 * 60_000);
    await forget();
    expect(await storedIds()).toEqual(expect.arrayContaining([shown, added]));
    expect(await storedIds()).not.toContain(replaced);

    shop.clock.advance(61 * 60_000);
    await forget();
    const left = await storedIds();
    expect(left).toContain(shown);
    expect(left).not.toContain(added);
    expect(left).toContain(untouched.body.data.images[0]?.public_id);
  });
});
