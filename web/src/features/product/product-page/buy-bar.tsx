import { formatRupees } from '@shop/contract/money';
import type { Product } from '@shop/contract/products/product';
import type { ReactNode } from 'react';
import { orderAmount } from '../../../lib/format/order-amount.ts';
import { classNames } from '../../../ui/class-names.ts';
import { QuantityStepper } from '../../../ui/forms/quantity-stepper.tsx';

export type QuantityChoice = { quantity: number; max: number; choose: (quantity: number) => void };

type BuyBarProps = { product: Product; choice: QuantityChoice; buyNow: ReactNode };

/** Quantity, total and Buy Now. On a phone the bar stays at the bottom of the screen. */
export function BuyBar({ product: { price }, choice: { quantity, max, choose }, buyNow }: BuyBarProps) {
  const hasChoice = max > 1;
  return (
    <div
      data-bottom-bar={hasChoice ? 'tall' : ''}
      data-print="never"
      className="bottom-bar lg:flex-col lg:items-stretch"
    >
      <div
        className={classNames(
          'flex flex-col-reverse items-start gap-1 max-lg:max-w-3/5 lg:flex-row lg:items-center lg:justify-between',
          !hasChoice && 'lg:hidden',
        )}
      >
        {hasChoice && <QuantityStepper value={quantity} max={max} onChange={choose} />}
        {/* For one item the total repeats the price above, so only a larger quantity shows it. */}
        <p role="status" aria-label="Total" className="flex flex-wrap items-baseline gap-x-2 lg:justify-end">
          {quantity > 1 && (
            <span className="amount text-13 text-muted">
              {quantity} × {formatRupees(price)} =
            </span>
          )}
          <span
            className={classNames('amount text-17 font-bold wrap-anywhere lg:text-21', quantity === 1 && 'lg:hidden')}
          >
            {formatRupees(orderAmount(price, quantity))}
          </span>
        </p>
      </div>
      <div className="min-w-0 flex-1 max-lg:[@media(height<30rem)]:basis-32">{buyNow}</div>
    </div>
  );
}
