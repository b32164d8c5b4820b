import type { Product } from '@shop/contract/products/product';
import { preload } from 'react-dom';
import { PlaceholderArt } from './placeholder-art.tsx';
import { useBrokenImage } from './use-broken-image.ts';

type ProductImageProps = {
  product: Pick<Product, 'images' | 'category' | 'title'>;
  index?: number;
  sizes: string;
  /** The most important image of the page loads first; the others load when they scroll near. */
  isLead?: boolean;
  /** Empty alt text, for an image beside its title. */
  isDecorative?: boolean;
  className?: string;
};

const altOf = (title: string, index: number) => (index === 0 ? title : `${title}, picture ${index + 1}`);

export function ProductImage(props: ProductImageProps) {
  const { product, index = 0, sizes, isLead = false, isDecorative = false, className } = props;
  const image = product.images[index];
  const best = image?.sources?.[0];
  const { isBroken, imageProps } = useBrokenImage(image?.url);
  if (isLead && image && best)
    preload(image.url, {
      as: 'image',
      type: best.type,
      imageSrcSet: best.srcset,
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  if (!image || isBroken) return <PlaceholderArt category={product.category} className={className} />;
  return (
    <picture>
      {image.sources?.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        {...imageProps}
        src={image.url}
        alt={isDecorative ? '' : altOf(product.title, index)}
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
