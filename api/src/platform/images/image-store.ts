import type { Readable } from 'node:stream';

type StoredFile = { body: Readable; contentType: string; size: number };

/** Where encoded images live. A key is `<image id>/<width>.<format>` and is written once. */
export type ImageStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** `null` when there is no such file; any other trouble is thrown. */
  get(key: string): Promise<StoredFile | null>;
  /** Removing what is not there is no error, so that a clean-up can be repeated. */
  remove(key: string): Promise<void>;
};

/** The only two formats that leave the shop, best first. */
export const imageTypes = { avif: 'image/avif', webp: 'image/webp' } as const;
export type ImageFormat = keyof typeof imageTypes;
export const imageFormats = Object.keys(imageTypes) as ImageFormat[];

const KEY = /^[A-Za-z0-9_-]{1,64}\/[1-9][0-9]{0,4}\.(?<format>avif|webp)$/;

export function isImageKey(key: string): boolean {
  return KEY.test(key);
}

/** Every store calls this first: what does not look like a key cannot reach a path or a bucket. */
export function formatOfKey(key: string): ImageFormat {
  const format = KEY.exec(key)?.groups?.format;
  if (!format) throw new Error('Not an image key');
  return format as ImageFormat;
}
