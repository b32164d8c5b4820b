import { publicProduct } from '@shop/contract/products/product';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { replyPicker } from './reply-picker.ts';

const reply = z.object({ data: z.array(publicProduct.pick({ title: true, images: true, originalPrice: true })) });
const image = { url: '/a', public_id: 'a', width: 1, height: 1, sources: [{ type: 'image/avif', srcset: '/a 1w' }] };

it('the picker returns the same fields as validation', () => {
  const product = { title: 'Tea', originalPrice: null, images: [image, { ...image, sources: undefined }] };
  const leaking = {
    code: 'SECRET',
    data: [{ ...product, code: 'SECRET', images: product.images.map((shown) => ({ ...shown, path: 'SECRET' })) }],
  };
  expect(JSON.stringify(replyPicker(reply)(leaking))).toBe(JSON.stringify(reply.parse({ data: [product] })));
});

it('the picker throws for an object in place of a plain value', () => {
  const data = [{ title: { code: 'SECRET' }, originalPrice: null, images: [] }];
  expect(() => replyPicker(reply)({ data })).toThrow('a plain field of a reply holds an object');
});

it('the picker refuses schemas that it does not support', () => {
  expect(() => replyPicker(z.object({ anything: z.unknown() }))).toThrow('cannot hold a unknown');
});
