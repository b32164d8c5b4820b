import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productImage } from '@shop/contract/products/product';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleErrors } from '../http/error-handler.ts';
import type { ImageStore } from './image-store.ts';
import { imageOnWire, newImageId, type StoredImage } from './image-urls.ts';
import { createLocalImageStore } from './local-image-store.ts';
import { mediaRoutes } from './media-routes.ts';
import { removeImage, saveImage } from './save-images.ts';

let folder: string;
let store: ImageStore;
let app: FastifyInstance;
let image: StoredImage;
let picture: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-'));
  store = createLocalImageStore(folder);
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#F2A71B' } })
    .png()
    .toBuffer();
  image = await saveImage(store, picture);
  app = fastify();
  handleErrors(app);
  await app.register(mediaRoutes, { store });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('on the wire', () => {
  it('an image on the wire names its largest WebP and lists AVIF first', () => {
    const wire = imageOnWire({ id: 'abc', width: 640, height: 480, widths: [320, 640] });
    expect(productImage.parse(wire)).toEqual({
      url: '/media/abc/640.webp',
      public_id: 'abc',
      width: 640,
      height: 480,
      sources: [
        { type: 'image/avif', srcset: '/media/abc/320.avif 320w, /media/abc/640.avif 640w' },
        { type: 'image/webp', srcset: '/media/abc/320.webp 320w, /media/abc/640.webp 640w' },
      ],
    });
  });

  it('every image id has 128 random bits', () => {
    const ids = new Set(Array.from({ length: 1000 }, newImageId));
    expect(ids.size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
});

describe('served', () => {
  it.each(['GET', 'HEAD'] as const)(
    '%s serves every image address with immutable caching and safe headers',
    async (method) => {
      const srcsets = imageOnWire(image).sources?.map(({ srcset }) => srcset) ?? [];
      const addresses = srcsets.flatMap((srcset) => srcset.split(', ').map((entry) => entry.split(' ')[0] ?? ''));
      expect(addresses).toHaveLength(4);
      for (const url of addresses) {
        const reply = await app.inject({ method, url });
        expect(reply.statusCode).toBe(200);
        expect(reply.headers).toMatchObject({
          'content-type': url.endsWith('avif') ? 'image/avif' : 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
        });
        expect(Number(reply.headers['content-length'])).toBeGreaterThan(0);
        if (method === 'GET') expect(reply.rawPayload).toHaveLength(Number(reply.headers['content-length']));
        else expect(reply.rawPayload).toHaveLength(0);
      }
    },
  );

  it.each([
    '/media/unknown/320.webp',
    '/media/..%2F..%2Fetc/320.webp',
    '/media/a/..%2F..%2Fpasswd',
    '/media/a/320.svg',
    '/media/a/320.webp%00',
  ])('GET %s answers 404', async (url) => {
    const reply = await app.inject({ url });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({ message: expect.any(String), code: 'NOT_FOUND', requestId: expect.any(String) });
    expect(reply.headers['cache-control']).toBe('no-store');
  });
});

describe('in the store', () => {
  it('removeImage removes every file of an image', async () => {
    const other = await saveImage(store, picture, { effort: 'fast' });
    expect(await readdir(join(folder, other.id))).toHaveLength(other.widths.length * 2);
    await removeImage(store, other);
    expect(await readdir(folder)).toEqual([image.id]);
  });

  it('saveImage removes its files when the store fails half-way', async () => {
    let puts = 0;
    const failing: ImageStore = {
      ...store,
      put: async (...file) => {
        puts += 1;
        if (puts === 3) throw new Error('disk full');
        await store.put(...file);
      },
    };
    await expect(saveImage(failing, picture)).rejects.toThrow('disk full');
    expect(await readdir(folder)).toEqual([image.id]);
  });
});
