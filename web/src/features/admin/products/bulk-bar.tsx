import type { BulkProducts } from '@shop/contract/admin';
import { Button } from '../../../ui/button.tsx';

type BulkBarProps = { count: number; isBusy: boolean; onAction: (action: BulkProducts['action']) => void };

/** What can be done to all ticked products at once. */
export function BulkBar({ count, isBusy, onAction }: BulkBarProps) {
  if (count === 0) return null;
  return (
    <section
      aria-label="Selected products"
      data-bulk-bar=""
      className="sticky top-[calc(var(--header-height)+1px)] z-20 mb-3 flex flex-wrap items-center gap-2 rounded-control border border-brand bg-brand-soft px-4 py-2"
    >
      <p role="status" className="mr-auto font-medium max-sm:w-full">
        {count} selected
      </p>
      <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => onAction('activate')}>
        Activate
      </Button>
      <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => onAction('deactivate')}>
        Deactivate
      </Button>
      <Button variant="danger" size="sm" disabled={isBusy} onClick={() => onAction('delete')}>
        Delete
      </Button>
    </section>
  );
}
