import type { Product } from '@shop/contract/products/product';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { ProductImage } from '../../../ui/pictures/product-image.tsx';

type ProductZoomProps = {
  product: Product;
  index: number;
  onTurn: (step: 1 | -1) => void;
  onClose: () => void;
};

/** One enlarged picture, which scrolls if it is wider than the screen. The gallery handles the arrow keys. */
export default function ProductZoom({ product, index, onTurn, onClose }: ProductZoomProps) {
  const count = product.images.length;
  return (
    <Modal isOpen onClose={onClose} title={product.title} size="xl">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section aria-label="Enlarged picture" tabIndex={0} className="-mx-6 overflow-x-auto px-6">
        <ProductImage
          product={product}
          index={index}
          sizes="(min-width: 1088px) 976px, 180vw"
          isLead
          className="w-[200%] max-w-none rounded-control lg:w-full"
        />
      </section>
      {count > 1 && (
        <div className="mt-3 flex items-center justify-center gap-3">
          <IconButton label="Previous picture" onClick={() => onTurn(-1)}>
            <ChevronLeft aria-hidden="true" size={20} />
          </IconButton>
          <span role="status" className="amount text-13 text-muted">
            {index + 1} of {count}
          </span>
          <IconButton label="Next picture" onClick={() => onTurn(1)}>
            <ChevronRight aria-hidden="true" size={20} />
          </IconButton>
        </div>
      )}
    </Modal>
  );
}
