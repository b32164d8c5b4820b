import type { Product } from '@shop/contract/products/product';
import { jsonBlock } from '../../../lib/json-block.ts';
import { useSettings } from '../../../lib/state/settings.ts';
import { urls } from '../../../lib/urls.ts';

const availabilities: Record<Product['availability'], string> = {
  available: 'https://schema.org/InStock',
  'sold-out': 'https://schema.org/SoldOut',
  expired: 'https://schema.org/Discontinued',
};

const structuredData = (product: Product, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: product.title,
  description: product.subtitle || product.details.join(' ') || product.title,
  sku: product._id,
  category: product.category,
  brand: { '@type': 'Brand', name: product.company },
  image: product.images.map(({ url }) => new URL(url, origin).href),
  ...(product.rating !== null && {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.ratingCount },
  }),
  offers: {
    '@type': 'Offer',
    url: `${origin}${urls.product(product._id)}`,
    price: product.price,
    priceCurrency: 'INR',
    priceValidUntil: product.expiryDate,
    availability: availabilities[product.availability],
  },
});

/**
 * Structured data for search engines, as a data block because the content security policy forbids inline scripts. Only
 * the server renders it, so the browser bundle does not contain the code.
 */
export function ProductStructuredData({ product }: { product: Product }) {
  const { origin } = useSettings();
  const json = import.meta.env.SSR ? jsonBlock(structuredData(product, origin)) : '{}';
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, in a block that never runs
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
