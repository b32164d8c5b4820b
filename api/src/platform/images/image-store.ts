import type { Readable } from 'node:stream';

type StoredFile = { body: Readable; contentType: string; size: number };

/** Stores encoded images. A key is `<image id>/<width>.<format>` and is written once. */
export type ImageStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Returns `null` for a missing file and throws all other errors. */
  get(key: string): Promise<StoredFile | null>;
  /** Removing a missing file is not an error, so that a clean-up can be repeated. */
  remove(key: string): Promise<void>;
};

/** The two formats that the shop serves, best first. */
export const imageTypes = { avif: 'image/avif', webp: 'image/webp' } as const;
export type ImageFormat = keyof typeof imageTypes;
export const imageFormats = Object.keys(imageTypes) as ImageFormat[];

const KEY = /^[A-Za-z0-9_-]{1,64}\/[1-9][0-9]{0,4}\.(?<format>avif|webp)$/;

export function isImageKey(key: string): boolean {
  return KEY.test(key);
}

/** Every store calls this first, so that only valid keys reach a path or a bucket. */
export function formatOfKey(key: string): ImageFormat {
  const format = KEY.exec(key)?.groups?.format;
  if (!format) throw new Error('Not an image key');
  return format as ImageFormat;
}
