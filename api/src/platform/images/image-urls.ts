import { randomBytes } from 'node:crypto';
import type { ProductImage } from '@shop/contract/products/product';
import { type ImageFormat, imageFormats, imageTypes } from './image-store.ts';

/** An image as the database stores it: its largest size and its available widths in ascending order. */
export type StoredImage = { id: string; width: number; height: number; widths: readonly number[] };

const ID_BYTES = 16;

/** The path under which the shop serves images itself. */
export const IMAGE_PATH = '/media';

/** 128 random bits, so that nobody can guess the address of another image. An upload's own file name is never used. */
export function newImageId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

export function fileName(width: number, format: ImageFormat): string {
  return `${width}.${format}`;
}

export function imageOnWire({ id, width, height, widths }: StoredImage): ProductImage {
  const address = (step: number, format: ImageFormat) => `${IMAGE_PATH}/${id}/${fileName(step, format)}`;
  return {
    url: address(Math.max(...widths), 'webp'),
    public_id: id,
    width,
    height,
    sources: imageFormats.map((format) => ({
      type: imageTypes[format],
      srcset: widths.map((step) => `${address(step, format)} ${step}w`).join(', '),
    })),
  };
}
