import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { openProviders } from '../features/payments/provider/open-providers.ts';
import { serveBuiltWeb } from '../platform/http/pages/web-pages.ts';
import { canPay, contentSecurityPolicy } from '../platform/http/security/security-headers.ts';
import { saveImage } from '../platform/images/save-images.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/** Security headers on every kind of answer (row 28). */
let shop: TestShop;
let app: FastifyInstance;
let upload: string;
let dist: string;
/** Counts the health checks that reach Fastify. */
const framework = { healthChecks: 0 };

const ENTRY = 'src/app/entry-client.tsx';
const BOOT = 'src/app/boot/boot.ts';
const files = {
  'client/assets/app-1.js': 'export {};',
  'client/robots.txt': 'User-agent: *',
  'client/assets/boot-1.js': 'const early = 1;\n',
  'client/.vite/manifest.json': JSON.stringify({
    [ENTRY]: { file: 'assets/app-1.js', isEntry: true },
    [BOOT]: { file: 'assets/boot-1.js', isEntry: true },
  }),
  'server/entry-server.js': `export const render = async ({ assetsFor }) =>
    ({ status: 200, html: Buffer.from('<!doctype html><title>x</title><script>' + assetsFor([]).boot + '</script>') });`,
};

beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://shop.example' });
  // The path of the folder contains `assets`; only the path inside it may decide about caching.
  dist = join(shop.config.DATA_DIR, 'assets/dist');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(dist, name, '..'), { recursive: true });
    await writeFile(join(dist, name), text);
  }
  app = await createApp(shop, {
    web: false,
    onRoute: (route) => {
      if (route.url !== '/healthz') return;
      route.onRequest = (_, __, done) => {
        framework.healthChecks += 1;
        done();
      };
    },
  });
  const settings = {
    developmentNotice: false,
    avatarUrlTemplate: '/avatars/{name}.svg',
    supportEmail: 'support@example.com',
    origin: 'https://shop.example',
  };
  const headerOptions = { isHttps: true, checkoutSources: null, imageOrigins: [] };
  await serveBuiltWeb(app, dist, settings, {
    policyOf: (path, scripts) => contentSecurityPolicy(path, headerOptions, { scripts }),
  });
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0B5D4E' } })
    .png()
    .toBuffer();
  const { id, widths } = await saveImage(shop.images, picture);
  upload = `/media/${id}/${widths[0]}.webp`;
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const answers: Record<string, { url: () => string; status: number; method?: 'POST' }> = {
  'a page': { url: () => '/', status: 200 },
  'a page that pays': { url: () => '/products/1', status: 200 },
  'the reset page': { url: () => '/Reset-Password/token', status: 200 },
  'the encoded reset page': { url: () => '/%72eset%2Dpassword/token', status: 200 },
  'an API answer': { url: () => '/api/v1/products', status: 200 },
  'a hashed asset': { url: () => '/assets/app-1.js', status: 200 },
  'a plain file': { url: () => '/robots.txt', status: 200 },
  'an upload': { url: () => upload, status: 200 },
  'an avatar': { url: () => '/avatars/Asha%20Rao.svg', status: 200 },
  'the health check': { url: () => '/healthz', status: 200 },
  'the page of the API': { url: () => '/api/docs/', status: 200 },
  'a missing call': { url: () => '/api/v1/nowhere', status: 404 },
  'a refusal': { url: () => '/api/v1/auth/profile', status: 401 },
  'a wrong method': { url: () => '/healthz', method: 'POST', status: 404 },
  'an address that cannot be decoded': { url: () => '/%zz', status: 400 },
};

describe.each(Object.entries(answers))('%s', (name, { url, status, method = 'GET' }) => {
  it('the answer has the security headers', async () => {
    const reply = await app.inject({ method, url: url() });
    expect(reply.statusCode).toBe(status);
    const { headers } = reply;
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'referrer-policy': name.includes('reset page') ? 'no-referrer' : 'strict-origin-when-cross-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/frame-ancestors 'none'|sandbox/);
    expect(policy).not.toMatch(/script-src [^;]*'unsafe-/);
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

it('/healthz has the same answer before Fastify as from its route', async () => {
  const { origin } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const routed = await app.inject('/healthz');
  const { healthChecks } = framework;
  const reply = await fetch(`${origin}/healthz`, { headers: { 'x-request-id': 'probe-1234' } });
  const ofConnection = ['connection', 'keep-alive', 'date', 'x-request-id'];
  const told = (headers: object) =>
    Object.entries(headers)
      .filter(([name]) => !ofConnection.includes(name))
      .toSorted();
  expect(told(Object.fromEntries(reply.headers))).toEqual(told(routed.headers));
  expect([await reply.text(), reply.headers.get('x-request-id')]).toEqual([routed.body, 'probe-1234']);
  expect(framework).toEqual({ healthChecks });
  expect(healthChecks).toBeGreaterThan(0);
  expect((await fetch(`${origin}/healthz`, { method: 'POST' })).status).toBe(404);
});

const policyOf = async (url: string) => String((await app.inject(url)).headers['content-security-policy']);

it('pages allow one inline script by its hash, other answers none', async () => {
  const [, script = ''] = /<script>(.*)<\/script>/s.exec((await app.inject('/')).body) ?? [];
  expect(script).toContain('const early = 1;');
  const hash = createHash('sha256').update(script).digest('base64');
  for (const page of ['/', '/products/1', '/reset-password/token'])
    expect(await policyOf(page)).toContain(`script-src 'self' 'sha256-${hash}'`);
  for (const other of ['/healthz', '/api/v1/products', '/assets/boot-1.js', '/api/v1/nowhere'])
    expect(await policyOf(other)).not.toContain('sha256');
});

it('the policy of API replies allows nothing', async () => {
  for (const url of [
    '/api/v1/products',
    '/api/v1/auth/profile',
    '/api/v1/nowhere',
    '/healthz',
    '/readyz',
    '/%61pi/v1/products',
    '/%72eadyz',
  ])
    expect(await policyOf(url)).toBe("default-src 'none'; frame-ancestors 'none'");
});

it('personal API replies and failures are not cached', async () => {
  for (const url of ['/api/v1/auth/me', '/api/v1/auth/profile', '/api/v1/nowhere'])
    expect((await app.inject(url)).headers['cache-control']).toBe('no-store');
});

it('uploads and avatars are sandboxed', async () => {
  for (const url of [upload, '/avatars/A.svg']) expect(await policyOf(url)).toMatch(/sandbox/);
});

it('the policy of pages allows only the shop itself', async () => {
  expect((await policyOf('/')).replace(/ 'sha256-[^']+'/, '').split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'upgrade-insecure-requests',
  ]);
});

it('only pages with a purchase allow the payment provider', async () => {
  const config = { ...shop.config, paymentProvider: 'razorpay' as const };
  const live = { ...shop, config, providers: openProviders(config, shop.paymentKeys, () => '', shop) };
  const paying = await createApp(live, { web: false });
  try {
    const policy = async (url: string) => String((await paying.inject(url)).headers['content-security-policy']);
    // The router shows the page at each of these paths.
    const paths = [
      '/products/1',
      '/Products/1',
      '/%70roducts/1',
      '/account/my-orders',
      '/account/my%2Dorders/?order=1',
    ];
    for (const url of paths) expect(await policy(url), url).toContain('https://checkout.razorpay.com');
    const { checkoutSources } = live.providers.current;
    const options = { isHttps: true, checkoutSources, imageOrigins: [] };
    expect(contentSecurityPolicy('/%70roducts/1', options)).toContain('https://checkout.razorpay.com');
    expect([canPay('/%70roducts/1', options), canPay('/%61dmin/orders', options)]).toEqual([true, false]);
    for (const url of ['/', '/account/profile', '/admin/orders', '/products%2F1'])
      expect(await policy(url)).not.toContain('razorpay');
  } finally {
    await paying.close();
  }
});

it('folders are not listed and TRACE is not answered', async () => {
  for (const url of ['/assets', '/assets/', '/media/', '/media'])
    expect((await app.inject(url)).body).not.toContain('app-1');
  const traced = await app.inject({ method: 'TRACE', url: '/', headers: { cookie: 'session=secret' } });
  expect([traced.statusCode, traced.body.includes('secret')]).toEqual([404, false]);
});

it('files without a hash in their name are cached for an hour', async () => {
  expect((await app.inject('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600');
});

it('security.txt has a contact, an expiry and its own URL (RFC 9116)', async () => {
  const { statusCode, headers, body } = await app.inject('/.well-known/security.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(body).toContain('\nCanonical: https://shop.example/.well-known/security.txt\n');
  const days = (Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '') - shop.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
});

describe('assets of a newer build', () => {
  it('a process serves assets that were added after its start', async () => {
    await writeFile(join(dist, 'client/assets/app-2.js'), 'export const next = 2;');
    await writeFile(join(dist, 'client/assets/app-2.js.gz'), gzipSync('export const next = 2;'));
    const plain = await app.inject('/assets/app-2.js');
    expect([plain.statusCode, plain.body]).toEqual([200, 'export const next = 2;']);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await app.inject({ url: '/assets/app-2.js', headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
  });

  it.each(['app-3.js', '..', '%2e%2e%2f.vite%2fmanifest.json', '..%2f..%2fserver%2fentry-server.js', '.', 'a%00b'])(
    'the asset route serves no other file: %s',
    async (name) => {
      const missing = await app.inject(`/assets/${name}`);
      expect(missing.headers['cache-control']).not.toContain('immutable');
      expect(missing.body).not.toMatch(/isEntry|assetsFor/);
    },
  );
});
