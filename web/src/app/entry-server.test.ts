import type { Product } from '@shop/contract/product';
import { expect, it } from 'vitest';
import { createRender } from './entry-server.tsx';

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

/** Products that have more or less to them than most. */
const unlike: Product[] = [
  { ...product(4), images: [picture('a'), picture('b')], expiryDate: '2031-01-01T00:00:00.000Z' },
  { ...product(5), images: [picture('c')], price: 1_234.5, subtitle: '', expiryDate: '2030-09-01T00:00:00.000Z' },
  { ...product(6), originalPrice: 1_000, isOneTimeUse: true, details: ['Valid in India', '<b> & more'] },
  { ...product(7), originalPrice: 1, rating: 4.5, ratingCount: 12, usageLimit: 50, maxPerCustomer: 3 },
  {
    ...product(8),
    title: `</head><head><b title="it's">Tom & Jerry $& $1</b>`,
    subtitle: 'blank-title',
    company: 'blank-id',
  },
  { ...product(9), isSold: true, availability: 'sold-out', usageLimit: 0, expiryDate: '2031-01-01T00:00:00.000Z' },
];

const elsewhere = (name: string) => ({ ...picture(name), url: `https://pictures.example/${name}.webp?v=1&w=800` });
const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n} & <more>`);

/** Each differs from the one before in one thing that its page shows. */
const kinds: Partial<Product>[] = [
  { images: [picture('d')] },
  { images: [{ ...picture('e'), width: 640, height: 853 }] },
  { images: [{ url: '/media/f.webp', public_id: 'f', width: 5, height: 5 }] },
  { images: ['g', 'h', 'i', 'j', 'k'].map(elsewhere) },
  { category: 'Gift Card' },
  { rating: 4.3, ratingCount: 1 },
  { rating: 4.3, ratingCount: 2 },
  { rating: 4.3, ratingCount: 98_765_432 },
  { rating: 3, ratingCount: 2 },
  { originalPrice: 200, price: 142 },
  { originalPrice: 98_765_432.17, price: 70_000_000 },
  { originalPrice: 200, price: 199.99 },
  { originalPrice: 200, price: 0.01 },
  { details: lines(1), howToRedeem: lines(3), termsAndConditions: lines(11) },
  { usageLimit: 10 },
  { usageLimit: 11 },
  { usageLimit: 4_000, maxPerCustomer: 2 },
  { isOneTimeUse: true },
  { expiryDate: '2026-01-07T00:00:00.000Z' },
  { expiryDate: '2025-12-31T00:00:00.000Z', availability: 'expired' },
  { title: '</script><!--\u2028"', subtitle: '$&', company: `it's`, details: ['</script>'] },
];
const ofEachKind = kinds.map((_, n): Product => {
  const one: Product = Object.assign({}, product(1), ...kinds.slice(0, n + 1));
  return { ...one, _id: `0197a000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}` };
});

/** A catalogue in which the price of the second product can be changed. */
function shopWith(price: number) {
  const products = [product(1), { ...product(2), price }, product(3), ...unlike];
  const all = [...products, ...ofEachKind];
  const counts = [{ name: 'Company 1', count: price }];
  return (path: string): unknown => {
    if (path.includes('/facets'))
      return {
        data: { categories: [{ name: 'Voucher', count: 3 }], companies: counts, price: { min: 1, max: price } },
      };
    if (/products\/[\w-]{36}/.test(path)) return { data: all.find(({ _id }) => path.endsWith(_id)) };
    return { data: path.includes('rating') ? all : products, pagination: { page: 1, limit: 12, total: 3, pages: 3 } };
  };
}

type Asked = { path: string; price?: number; theme?: 'dark'; renderedAt?: string; developmentNotice?: boolean };

function startServer(partsBytes: number) {
  const render = createRender(partsBytes);
  return async ({ path, price = 200, ...others }: Asked): Promise<string> => {
    const answer = shopWith(price);
    const page = await render({
      request: new Request(`http://shop.local${path}`),
      send: async (url) => Response.json(answer(url)),
      settings: { ...settings, ...others },
      assetsFor: () => assets,
    });
    return 'html' in page ? page.html.toString() : page.redirect;
  };
}

const asked: Asked[] = [
  { path: '/' },
  { path: '/', theme: 'dark' },
  { path: '/', renderedAt: '2026-01-08T00:00:00.000Z' },
  { path: '/', developmentNotice: false },
  { path: '/', price: 300 },
  { path: '/?page=2&sort=rating' },
  { path: '/?category=Voucher' },
  { path: `/products/${product(1)._id}` },
  { path: `/products/${product(2)._id}`, price: 300 },
  ...[...unlike, ...ofEachKind].map(({ _id }) => ({ path: `/products/${_id}` })),
  { path: '/about' },
  { path: '/About' },
  { path: '/contact' },
  { path: '/terms-and-conditions' },
  { path: '/reset-password/secret' },
  { path: '/admin/dashboard' },
  { path: '/nowhere' },
];

it('makes every page as if it were rendered whole, whatever was rendered before', async () => {
  const repeating = startServer(4_000_000);
  const renderingAll = startServer(0);
  // A page that is opened for the first time brings its group of the store along, which the next ones have from the start.
  for (const page of asked) await renderingAll(page);
  const whole = new Map<Asked, string>();
  for (const page of asked) whole.set(page, await renderingAll(page));
  for (const page of [...asked, ...asked.toReversed()]) expect(await repeating(page)).toBe(whole.get(page));
});

it.each([
  [404, 'Product not found', async () => Response.json({ message: 'Product not found' }, { status: 404 })],
  [503, 'The product could not be loaded', async () => Response.json({ message: 'Later' }, { status: 503 })],
  [200, 'The shop cannot be reached', () => Promise.reject(new Error('gone'))],
])('tells why a product cannot be shown: %i, %s', async (status, text, send) => {
  const request = new Request(`http://shop.local/products/${product(1)._id}`);
  const page = await createRender(1_000_000)({ request, send, settings, assetsFor: () => assets });
  expect(page).toMatchObject({ status });
  expect('html' in page && page.html.toString()).toContain(text);
});

it('lets no text of a seller end the data that the browser starts from', async () => {
  const html = await startServer(0)({ path: '/' });
  const [, data = ''] = /<script id="boot-data" type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
  expect(data).not.toContain('<');
  expect(JSON.stringify(JSON.parse(data))).toContain('</head><head><b title=');
});

const [CHARSET, BOOT, STYLE] = ['<head><meta charSet="utf-8"/>', '<script id="boot"', '<link rel="stylesheet"'];

it.each([
  { path: '/', order: [CHARSET, BOOT, '<title>', STYLE, '</head><body>'] },
  { path: `/products/${product(4)._id}`, order: [CHARSET, BOOT, 'as="image"', STYLE, '</head><body>'] },
  { path: '/login', order: [CHARSET, BOOT, '<script type="module"', STYLE, '</head><body>'] },
  // Its title ends a head and begins another.
  { path: `/products/${product(8)._id}`, order: [CHARSET, BOOT, '<title>', STYLE, '</head><body>'] },
])('writes the head of $path in the order in which a browser is to read it', async ({ path, order }) => {
  const html = await startServer(1_000_000)({ path });
  const found = order.map((text) => [html.indexOf(text), html.split(text).length - 1] as const);
  expect(found.map(([, times]) => times)).toEqual(order.map(() => 1));
  expect(found).toEqual(found.toSorted(([one], [other]) => one - other));
});
