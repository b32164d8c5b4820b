import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPictures, buildProduct } from '../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

const CDN = 'https://cdn.example/pictures';

// With and without shared answers.
describe.each(['0', '32'])('IMAGES_PUBLIC_URL, with SHARED_ANSWERS_MB=%s', (SHARED_ANSWERS_MB) => {
  let shop: TestShop;
  let product: { id: string; title: string };

  beforeAll(async () => {
    shop = await openTestShop({ IMAGES_PUBLIC_URL: `${CDN}/`, SHARED_ANSWERS_MB });
    product = await buildProduct(shop, { price: 0, subtitle: '/media/ is no address here' });
    await buildPictures(shop, { productId: product.id, count: 1 });
  });
  afterAll(() => shop.close());

  it('images have the public URL in every reply with a product', async () => {
    const visitor = shop.visitor();
    const { body } = await visitor.call('findProduct', { params: { id: product.id } });
    const [image] = body.data.images;
    expect(image?.url).toMatch(new RegExp(`^${CDN}/${image?.public_id}/\\d+\\.webp$`));
    expect(image?.sources).toHaveLength(2);
    for (const { srcset } of image?.sources ?? [])
      for (const candidate of srcset.split(', ')) expect(candidate).toMatch(new RegExp(`^${CDN}/.+ \\d+w$`));
    expect(body.data.subtitle).toBe('/media/ is no address here');
    const found = await visitor.call('suggestProducts', { query: { q: product.title } });
    expect(found.body.data[0]?.image).toBe(image?.url);
  });

  it('an order stores the image path without the public URL', async () => {
    const buyer = await shop.customer();
    const { body } = await buyer.call('createOrder', { body: { productId: product.id, amount: 0 } });
    expect(body.order.productDetails.images[0]?.url).toContain(`${CDN}/`);
    const mine = await buyer.call('listMyOrders');
    expect(mine.body.data[0]?.productDetails.images[0]?.url).toContain(`${CDN}/`);
    const { rows } = await shop.pool.query(`select product_details -> 'images' -> 0 ->> 'url' as url from orders`);
    expect(rows[0].url).toMatch(/^\/media\//);
  });

  it('pages may load images from the CDN, and a CDN may fetch them from us', async () => {
    const { headers } = await fetch(`${shop.url}/`);
    expect(headers.get('content-security-policy')).toMatch(/img-src [^;]* https:\/\/cdn\.example(;| )/);
    const { rows } = await shop.pool.query('select id, widths from images');
    const own = await fetch(`${shop.url}/media/${rows[0].id}/${rows[0].widths[0]}.webp`);
    expect([own.status, own.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin']);
  });
});
