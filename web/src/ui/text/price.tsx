import { formatRupees, savingPercent } from '@shop/contract/money';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

interface PriceProps {
  price: number;
  originalPrice?: number | null;
  /** `lg` is for the buy box. */
  size?: 'md' | 'lg';
}

export function Price({ price, originalPrice, size = 'md' }: PriceProps) {
  const isReduced = originalPrice != null && originalPrice > price;
  const saving = savingPercent(price, originalPrice);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className={classNames('amount font-bold wrap-anywhere', size === 'lg' ? 'text-35' : 'text-21')}>
        {formatRupees(price)}
      </span>
      {isReduced && (
        <s className="amount text-13 text-muted wrap-anywhere">
          <VisuallyHidden>Original price </VisuallyHidden>
          {formatRupees(originalPrice)}
        </s>
      )}
      {saving > 0 && <span className="text-13 font-semibold text-brand">Save {saving}%</span>}
    </span>
  );
}
