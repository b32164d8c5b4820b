import type { Facets } from '@shop/contract/products/catalogue';
import { countText } from '../../../lib/format/count-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { ProductFilters } from './product-filters.tsx';
import type { ProductView } from './product-query.ts';

type FilterSheetProps = { view: ProductView; facets: Facets | null; total: number | undefined; onClose: () => void };

/** The filters on a phone. The button shows the number of results, and closing the sheet shows the results. */
export default function FilterSheet({ view, facets, total, onClose }: FilterSheetProps) {
  const buttonText = total === undefined ? 'Show results' : `Show ${countText(total, 'result', 'results')}`;
  return (
    <Modal
      isOpen
      isSheet
      onClose={onClose}
      title="Filters"
      footer={
        <Button size="lg" isFullWidth onClick={onClose}>
          {buttonText}
        </Button>
      }
    >
      {/* The first field would open the keyboard of a phone, so the focus goes to the sheet itself. */}
      <aside aria-label="Filters" data-autofocus tabIndex={-1} className="scroll-mt-4 outline-none">
        <ProductFilters view={view} facets={facets} />
      </aside>
    </Modal>
  );
}
