import type { Product } from '@shop/contract/products/product';
import ZoomIn from 'lucide-react/icons/zoom-in';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.ts';
import { ProductImage } from '../../../ui/pictures/product-image.tsx';
import { useSwipe } from './use-swipe.ts';

// Loaded on demand together with its modal.
const ProductZoom = lazyDialog('The larger picture', () => import('./product-zoom.tsx'));

/** On a phone this selects the file that the card has already loaded. */
const GALLERY_SIZES = '(min-width: 1152px) 704px, (min-width: 1024px) 55vw, 85vw';

/** Arrow keys and swipes change the picture, thumbnails choose one, and a click zooms in. */
export function ProductGallery({ product }: { product: Product }) {
  const count = product.images.length;
  const [index, setIndex] = useState(0);
  const [isZoomed, setIsZoomed] = useState(false);
  const thumbnails = useRef<HTMLUListElement>(null);

  const turn = (step: 1 | -1) => {
    const next = (index + step + count) % count;
    setIndex(next);
    return next;
  };
  const swipe = useSwipe(turn);

  function handleKeyDown(event: KeyboardEvent) {
    if (count < 2 || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
    event.preventDefault();
    const next = turn(event.key === 'ArrowRight' ? 1 : -1);
    if (thumbnails.current?.contains(document.activeElement))
      thumbnails.current.querySelectorAll('button')[next]?.focus();
  }

  if (count === 0)
    return (
      <div className="overflow-hidden rounded-card border border-line">
        <ProductImage product={product} sizes={GALLERY_SIZES} className="aspect-4/3" />
      </div>
    );
  return (
    <section aria-label="Pictures" onKeyDown={handleKeyDown} className="min-w-0">
      <button
        type="button"
        aria-label={`Zoom picture ${index + 1} of ${count}`}
        {...swipe.handlers}
        onClick={() => !swipe.isSwipe() && setIsZoomed(true)}
        className="group relative block w-full cursor-zoom-in touch-pan-y overflow-hidden rounded-card border border-line bg-sunken"
      >
        <ProductImage
          product={product}
          index={index}
          sizes={GALLERY_SIZES}
          isLead
          className="aspect-4/3 w-full object-cover select-none"
        />
        <ZoomMark />
      </button>
      {count > 1 && (
        <ul ref={thumbnails} aria-label="Thumbnails" className="mt-3 flex flex-wrap gap-2">
          {product.images.map(({ public_id }, position) => (
            <li key={public_id}>
              <button
                type="button"
                aria-label={`Show picture ${position + 1} of ${count}`}
                aria-current={position === index ? 'true' : undefined}
                onClick={() => setIndex(position)}
                className={classNames(
                  'block w-20 overflow-hidden rounded-control border-2',
                  position === index ? 'border-brand' : 'border-line hover:border-control',
                )}
              >
                <ProductImage
                  product={product}
                  index={position}
                  sizes="80px"
                  className="aspect-4/3 w-full object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {isZoomed && <ProductZoom product={product} index={index} onTurn={turn} onClose={() => setIsZoomed(false)} />}
      </Suspense>
    </section>
  );
}

const ZoomMark = () => (
  <span
    aria-hidden="true"
    className="absolute right-3 bottom-3 flex size-9 items-center justify-center rounded-control border border-line bg-surface text-ink"
  >
    <ZoomIn size={18} />
  </span>
);
