import { IMAGE_PATH } from './image-urls.ts';

/** Fields of replies that contain the address of an image, or a list of addresses. */
const ADDRESS_FIELDS = new Set(['url', 'image', 'srcset']);

export type Publish = <T>(answer: T) => T;

/**
 * Rewrites the image addresses in replies, so that browsers load images from `base`. Inside the shop, an image always has the
 * same address, because orders keep it even if the CDN changes.
 */
export function publishImagesAt(base: string): Publish {
  const start = new RegExp(`(^|, )${IMAGE_PATH}/`, 'g');
  const publishField = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    typeof value === 'string' && ADDRESS_FIELDS.has(name) ? value.replace(start, `$1${base}/`) : publish(value),
  ];
  const publish = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(publish);
    return isPlain(value) ? Object.fromEntries(Object.entries(value).map(publishField)) : value;
  };
  return publish as Publish;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
