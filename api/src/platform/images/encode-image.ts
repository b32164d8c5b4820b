import { IMAGE } from '@shop/contract/limits/admin-limits';
import sharp, { type OutputInfo } from 'sharp';
import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { AVIF_MAX_PIXELS } from './bounded-avif.ts';
import { boundedPicture } from './bounded-picture.ts';
import { ImageRefused } from './image-refused.ts';
import { type ImageFormat, imageFormats, imageTypes } from './image-store.ts';
import { fileName } from './image-urls.ts';
import { looksLikeMarkup, sniffImage } from './sniff-image.ts';

/** The file, or a function that reads it, so that waiting uploads stay on disk. */
export type Upload = Buffer | (() => Promise<Buffer>);

export type EncodeOptions = { effort?: 'fast' | 'best' };

type EncodedFile = { name: string; contentType: string; bytes: Buffer };

/** `width` and `height` are the size of the largest files. `widths` are ascending, and every format has all of them. */
type EncodedImage = { width: number; height: number; widths: number[]; files: EncodedFile[] };

const STEPS = [320, 640, 960, 1280];
/** The height limit keeps a very tall picture below WebP's maximum height. */
const LARGEST = { width: 1280, height: 2560 };

/**
 * `qualities` are tried from left to right until the file fits its budget. The last one is used even if it does not fit.
 * AVIF with an effort above 1 takes seconds per picture and saves a few per cent. Seeding uses `fast`.
 */
const settings = {
  best: { avif: { effort: 1, qualities: [52, 42, 32] }, webp: { effort: 4, qualities: [78, 62, 46] } },
  fast: { avif: { effort: 0, qualities: [42, 34] }, webp: { effort: 0, qualities: [50, 38] } },
} as const;

/** Cards use files up to 640 pixels wide, the product page up to 1280. */
const budgetBytes = (width: number): number => (width <= 640 ? 40 : 60) * 1000;

// A picture of 40 megapixels decodes to 160 MB. So pictures are decoded one at a time and not cached.
sharp.cache(false);
const onePicture = createConcurrencyLimit(1);
const twoFiles = createConcurrencyLimit(2);

/** Re-encodes a picture, which removes metadata and anything hidden in the file. */
export async function encodeImage(upload: Upload, options: EncodeOptions = {}): Promise<EncodedImage> {
  return onePicture(async () => {
    const pixels = await decode(await checkHeader(typeof upload === 'function' ? await upload() : upload));
    const { width, height } = pixels.info;
    const widths = [...STEPS.filter((step) => step < width), width];
    const effort = options.effort ?? 'best';
    const wanted = imageFormats.flatMap((format) => widths.map((step) => ({ format, step })));
    const files = await Promise.all(
      wanted.map(({ format, step }) => twoFiles(() => encodeFile(pixels, step, format, effort))),
    );
    return { width, height, widths, files };
  });
}

/** Runs all checks that need no decoding, because a small file can take a lot of memory to decode. Returns the parts to decode. */
async function checkHeader(upload: Buffer): Promise<Buffer> {
  const kind = sniffImage(upload);
  if (!kind || looksLikeMarkup(upload)) throw new ImageRefused('not-an-image');

  const bytes = boundedPicture(kind, upload);
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(unreadable);
  if (header.format !== kind || (kind === 'heif' && header.compression !== 'av1')) {
    throw new ImageRefused('not-an-image');
  }
  const maxPixels = kind === 'heif' ? AVIF_MAX_PIXELS : IMAGE.maxPixels;
  if (header.width * header.height > maxPixels) throw new ImageRefused('too-many-pixels');
  return bytes;
}

type Pixels = { data: Buffer; info: OutputInfo };

/** Decodes the first frame: upright, in sRGB, at most as large as the largest file we serve. */
function decode(bytes: Buffer): Promise<Pixels> {
  return sharp(bytes, { limitInputPixels: IMAGE.maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
}

function unreadable(cause: unknown): never {
  throw new ImageRefused('unreadable', { cause });
}

async function encodeFile(
  { data, info }: Pixels,
  width: number,
  format: ImageFormat,
  effort: keyof typeof settings,
): Promise<EncodedFile> {
  const { qualities, ...speed } = settings[effort][format];
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let bytes = Buffer.alloc(0);
  for (const quality of qualities) {
    const resized = sharp(data, { raw }).resize({ width });
    bytes = await (format === 'avif'
      ? resized.avif({ ...speed, quality, chromaSubsampling: '4:2:0' })
      : resized.webp({ ...speed, quality })
    ).toBuffer();
    if (bytes.length <= budgetBytes(width)) break;
  }
  return { name: fileName(width, format), contentType: imageTypes[format], bytes };
}
