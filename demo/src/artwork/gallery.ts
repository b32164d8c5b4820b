import { createConcurrencyLimit } from '@shop/api/platform/concurrency-limit';
import type { ImageStore } from '@shop/api/platform/images/image-store';
import type { StoredImage } from '@shop/api/platform/images/image-urls';
import { saveImage } from '@shop/api/platform/images/save-images';
import sharp from 'sharp';
import type { DemoProduct } from '../catalogue/demo-product.ts';
import { type ArtworkVariant, drawArtwork } from './artwork.ts';

/** Renders one picture of a product in a format that the shop accepts as an upload. */
export type Paint = (product: DemoProduct, variant: ArtworkVariant) => Promise<Buffer>;

/** Smaller than the drawings: at their full width of 1200, the first start would take 50 % longer. */
const PICTURE_WIDTH = 800;

/** Renders without compression, because the picture is encoded again at once. */
export const paintArtwork: Paint = (product, variant) =>
  sharp(Buffer.from(drawArtwork(product, variant)))
    .resize({ width: PICTURE_WIDTH })
    .flatten()
    .png({ compressionLevel: 0 })
    .toBuffer();

type Options = { images: ImageStore; paint: Paint; say: (line: string) => void };

// Rendering, encoding and storing overlap.
const AT_ONCE = 3;
const PICTURES_A_LINE = 12;

/** Stores pictures and returns them by product slug. Every fourth product gets three pictures, the others only the front. */
export async function fillGallery(
  products: readonly DemoProduct[],
  { images, paint, say }: Options,
): Promise<Map<string, StoredImage[]>> {
  const hangings = products.map((product, index) => ({ product, variants: variantsOf(index) }));
  const total = hangings.reduce((sum, { variants }) => sum + variants.length, 0);
  const inTurn = createConcurrencyLimit(AT_ONCE);
  let done = 0;

  const hang = async (product: DemoProduct, variant: ArtworkVariant): Promise<StoredImage> => {
    const image = await inTurn(async () => saveImage(images, await paint(product, variant), { effort: 'fast' }));
    done += 1;
    if (done % PICTURES_A_LINE === 0 || done === total) say(`Drawing artwork ${done}/${total}…`);
    return image;
  };

  const hung = await Promise.all(
    hangings.map(async ({ product, variants }) => {
      const pictures = await Promise.all(variants.map((variant) => hang(product, variant)));
      return [product.slug, pictures] as const;
    }),
  );
  return new Map(hung);
}

const variantsOf = (index: number): ArtworkVariant[] => (index % 4 === 0 ? [0, 1, 2] : [0]);
