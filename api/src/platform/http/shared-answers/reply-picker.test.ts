import { publicProduct } from '@shop/contract/products/product';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { replyPicker } from './reply-picker.ts';

const reply = z.object({ data: z.array(publicProduct.pick({ title: true, images: true, originalPrice: true })) });
const image = { url: '/a', public_id: 'a', width: 1, height: 1, sources: [{ type: 'image/avif', srcset: '/a 1w' }] };

it('leaves what validating the reply would leave, and no field more', () => {
  const product = { title: 'Tea', originalPrice: null, images: [image, { ...image, sources: undefined }] };
  const leaking = {
    code: 'SECRET',
    data: [{ ...product, code: 'SECRET', images: product.images.map((shown) => ({ ...shown, path: 'SECRET' })) }],
  };
  expect(JSON.stringify(replyPicker(reply)(leaking))).toBe(JSON.stringify(reply.parse({ data: [product] })));
});

it('refuses an object where a plain value belongs', () => {
  const data = [{ title: { code: 'SECRET' }, originalPrice: null, images: [] }];
  expect(() => replyPicker(reply)({ data })).toThrow('a plain field of a reply holds an object');
});

it('refuses schemas that it cannot look through', () => {
  expect(() => replyPicker(z.object({ anything: z.unknown() }))).toThrow('cannot hold a unknown');
});
