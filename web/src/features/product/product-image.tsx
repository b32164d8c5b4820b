import type { Product } from '@shop/contract/product';
import { PlaceholderArt } from '../../ui/placeholder-art.tsx';

type ProductImageProps = {
  product: Pick<Product, 'images' | 'category' | 'title'>;
  index?: number;
  sizes: string;
  /** The first images of a page load at once, the others when they come near. */
  isEager?: boolean;
  /** The one that decides the first impression goes before everything else. */
  isLead?: boolean;
  className?: string;
};

export function ProductImage({
  product,
  index = 0,
  sizes,
  isEager = false,
  isLead = false,
  className,
}: ProductImageProps) {
  const image = product.images[index];
  if (!image) return <PlaceholderArt category={product.category} className={className} />;
  return (
    <picture>
      {image.sources?.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        src={image.url}
        alt={index === 0 ? product.title : `${product.title}, picture ${index + 1}`}
        width={image.width}
        height={image.height}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isLead ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
