import type { Product } from '@shop/contract/product';
import { preload } from 'react-dom';
import { PlaceholderArt } from '../../ui/placeholder-art.tsx';

type ProductImageProps = {
  product: Pick<Product, 'images' | 'category' | 'title'>;
  index?: number;
  sizes: string;
  /** The one that decides the first impression goes before everything else; the others load when they come near. */
  isLead?: boolean;
  className?: string;
};

export function ProductImage({ product, index = 0, sizes, isLead = false, className }: ProductImageProps) {
  const image = product.images[index];
  const best = image?.sources?.[0];
  if (isLead && image && best)
    preload(image.url, {
      as: 'image',
      type: best.type,
      imageSrcSet: best.srcset,
      imageSizes: sizes,
      fetchPriority: 'high',
    });
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
        loading={isLead ? 'eager' : 'lazy'}
        fetchPriority={isLead ? 'high' : 'auto'}
        decoding={isLead ? 'sync' : 'async'}
        className={className}
      />
    </picture>
  );
}
