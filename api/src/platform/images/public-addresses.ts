import { IMAGE_PATH } from './image-urls.ts';

/** Fields of answers that hold an image's address, or a list of them. */
const ADDRESS_FIELDS = new Set(['url', 'image', 'srcset']);

export type Publish = <T>(answer: T) => T;

/**
 * Rewrites the addresses of images in what leaves the shop, so that browsers fetch them from the given place and not
 * from us. Inside the shop an image has one address for ever: orders keep it, wherever images are served from later.
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
