import type { Product } from '@shop/contract/products/product';
import { expect, it } from 'vitest';
import { render } from './entry-server.tsx';

const settings = {
  developmentNotice: true,
  avatarUrlTemplate: '/avatars/{name}.svg',
  supportEmail: 'support@shop.example',
  origin: 'https://shop.example',
  theme: null as 'light' | 'dark' | null,
  renderedAt: '2026-01-01T00:00:00.000Z',
  canPay: true,
};
const assets = { boot: '', script: '/app.js', styles: ['/app.css'], preloads: [], fonts: [] };

const product = (n: number): Product => ({
  _id: `0197a000-0000-7000-8000-00000000000${n}`,
  title: `Voucher ${n}`,
  subtitle: 'For everybody',
  company: `Company ${n}`,
  category: 'Voucher',
  price: 100 * n,
  originalPrice: null,
  rating: null,
  ratingCount: 0,
  images: [],
  details: [],
  howToRedeem: [],
  termsAndConditions: [],
  expiryDate: '2026-01-09T00:00:00.000Z',
  usageLimit: 5,
  isOneTimeUse: false,
  isActive: true,
  isSold: false,
  availability: 'available',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const picture = (name: string) => ({
  url: `/media/${name}/800.webp`,
  public_id: name,
  width: 800,
  height: 600,
  sources: ['avif', 'webp'].map((type) => ({ type: `image/${type}`, srcset: `/media/${name}/800.${type} 800w` })),
});

const pictured: Product = { ...product(4), images: [picture('a'), picture('b')] };
const hostile: Product = { ...product(8), title: `</head><head><b title="it's">Tom & Jerry $& $1</b>` };

const products = [product(1), pictured, hostile];

function answer(path: string): unknown {
  if (path.includes('/facets'))
    return {
      data: { categories: [{ name: 'Voucher', count: 3 }], companies: [], price: { min: 1, max: 800 } },
    };
  if (/products\/[\w-]{36}/.test(path)) return { data: products.find(({ _id }) => path.endsWith(_id)) };
  return { data: products, pagination: { page: 1, limit: 12, total: 3, pages: 3 } };
}

async function open(path: string): Promise<string> {
  const page = await render({
    request: new Request(`http://shop.local${path}`),
    send: async (url) => Response.json(answer(url)),
    settings,
    assetsFor: () => assets,
  });
  return 'html' in page ? page.html.toString() : page.redirect;
}

it.each([
  [404, 'Product not found', async () => Response.json({ message: 'Product not found' }, { status: 404 })],
  [503, 'The product could not be loaded', async () => Response.json({ message: 'Later' }, { status: 503 })],
  [200, 'The shop cannot be reached', () => Promise.reject(new Error('gone'))],
])('a product page that cannot load answers %i and says: %s', async (status, text, send) => {
  const request = new Request(`http://shop.local/products/${product(1)._id}`);
  const page = await render({ request, send, settings, assetsFor: () => assets });
  expect(page).toMatchObject({ status });
  expect('html' in page && page.html.toString()).toContain(text);
});

it('seller text in the boot data cannot close its script tag', async () => {
  const html = await open('/');
  const [, data = ''] = /<script id="boot-data" type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
  expect(data).not.toContain('<');
  expect(JSON.stringify(JSON.parse(data))).toContain('</head><head><b title=');
});

const [CHARSET, BOOT, STYLE] = ['<head><meta charSet="utf-8"/>', '<script id="boot"', '<link rel="stylesheet"'];

it.each([
  { path: '/', order: [CHARSET, BOOT, '<title>', STYLE, '</head><body>'] },
  { path: `/products/${pictured._id}`, order: [CHARSET, BOOT, 'as="image"', STYLE, '</head><body>'] },
  { path: '/login', order: [CHARSET, BOOT, '<script type="module"', STYLE, '</head><body>'] },
  // Its title contains </head><head>.
  { path: `/products/${hostile._id}`, order: [CHARSET, BOOT, '<title>', STYLE, '</head><body>'] },
])('the head of $path lists charset, boot script and style sheet in this order', async ({ path, order }) => {
  const html = await open(path);
  const found = order.map((text) => [html.indexOf(text), html.split(text).length - 1] as const);
  expect(found.map(([, times]) => times)).toEqual(order.map(() => 1));
  expect(found).toEqual(found.toSorted(([one], [other]) => one - other));
});
