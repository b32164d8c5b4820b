import type { Product } from '@shop/contract/product';

/** Lets the browser fetch the picture that decides the first impression before it has read the page. */
export function ProductImagePreload({ product, sizes }: { product: Product | undefined; sizes: string }) {
  const best = product?.images[0]?.sources?.[0];
  if (!best) return null;
  return (
    <link rel="preload" as="image" type={best.type} imageSrcSet={best.srcset} imageSizes={sizes} fetchPriority="high" />
  );
}
