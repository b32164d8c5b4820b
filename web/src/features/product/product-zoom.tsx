import type { Product } from '@shop/contract/product';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ProductImage } from './product-image.tsx';

type ProductZoomProps = {
  product: Product;
  index: number;
  onTurn: (step: 1 | -1) => void;
  onClose: () => void;
};

/** One picture as large as the screen allows; the gallery around it hears the arrow keys. */
export default function ProductZoom({ product, index, onTurn, onClose }: ProductZoomProps) {
  const count = product.images.length;
  return (
    <Modal isOpen onClose={onClose} title={product.title} size="xl">
      <ProductImage
        product={product}
        index={index}
        sizes="(min-width: 1088px) 976px, 88vw"
        isLead
        className="mx-auto max-h-[70dvh] w-auto rounded-control object-contain"
      />
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
