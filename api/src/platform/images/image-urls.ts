import { randomBytes } from 'node:crypto';
import type { ProductImage } from '@shop/contract/products/product';
import { type ImageFormat, imageFormats, imageTypes } from './image-store.ts';

/** What the database remembers of an image: its largest size, and the widths it can be had in (ascending). */
export type StoredImage = { id: string; width: number; height: number; widths: readonly number[] };

const ID_BYTES = 16;

/** Below it the shop serves its images itself. */
export const IMAGE_PATH = '/media';

/** 128 random bits: an upload's own name never becomes part of a path, and nobody can guess a neighbour's. */
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
