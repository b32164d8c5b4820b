import { formatCount } from '@shop/contract/counts';
import { countText } from '../../../lib/format/count-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { Selection } from './use-selection.ts';

type BulkBarProps = {
  selection: Selection;
  isBusy: boolean;
  onAction: (action: 'activate' | 'deactivate' | 'delete') => void;
  onEdit: () => void;
};

/** The actions for all selected products. */
export function BulkBar({ selection, isBusy, onAction, onEdit }: BulkBarProps) {
  const { count, total, isAllMatching, isPageSelected, selectAll, clear } = selection;
  if (count === 0) return null;
  const action = { variant: 'secondary', size: 'sm', disabled: isBusy } as const;
  return (
    <section
      aria-label="Selected products"
      data-bulk-bar=""
      className="sticky top-[calc(var(--header-height)+1px)] z-20 mb-3 flex flex-wrap items-center gap-1 rounded-control border border-brand bg-brand-soft px-3 py-2 sm:gap-2 sm:px-4"
    >
      <p role="status" className="font-medium">
        {isAllMatching ? `All ${formatCount(count)} that match are selected` : countText(count, 'selected', 'selected')}
      </p>
      <div className="mr-auto flex flex-wrap gap-x-2">
        {!isAllMatching && isPageSelected && total > count && (
          <Button variant="quiet" size="sm" onClick={selectAll}>
            Select all {formatCount(total)} that match
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={clear}>
          Clear
        </Button>
      </div>
      <Button {...action} onClick={onEdit}>
        Edit…
      </Button>
      <Button {...action} onClick={() => onAction('activate')}>
        Activate
      </Button>
      <Button {...action} onClick={() => onAction('deactivate')}>
        Deactivate
      </Button>
      <Button {...action} variant="danger" onClick={() => onAction('delete')}>
        Delete
      </Button>
    </section>
  );
}
