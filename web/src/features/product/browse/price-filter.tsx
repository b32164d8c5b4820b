import type { Facets } from '@shop/contract/products/catalogue';
import type { FormEvent } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useSyncedValues } from '../../../ui/use-synced-values.ts';
import { type ProductView, readProductView } from './product-query.ts';
import { useChooseView } from './use-pending-view.ts';

export function PriceFilter({ view, range }: { view: ProductView; range: Facets['price'] | undefined }) {
  const choose = useChooseView();
  const { minPrice, maxPrice, page, ...others } = view;
  const form = useSyncedValues({ minPrice, maxPrice });
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) given.set(name, String(value));
    const { minPrice, maxPrice } = readProductView(given);
    choose({ minPrice, maxPrice });
  }
  const field = (name: 'minPrice' | 'maxPrice', label: string, bound: number | null | undefined) => (
    <TextField
      label={label}
      name={name}
      type="number"
      inputMode="decimal"
      min={0}
      step="any"
      prefix="₹"
      defaultValue={view[name]}
      placeholder={bound == null ? undefined : String(Math.round(bound))}
      className="min-w-0 flex-1"
    />
  );
  return (
    <form ref={form} onSubmit={apply}>
      {/* Without JavaScript the form sends only its own fields, so hidden fields carry the other filters. Only the
          server renders them. */}
      <noscript>
        {import.meta.env.SSR &&
          Object.entries(others).map(
            ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
          )}
      </noscript>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-13 font-semibold text-muted">Price</legend>
        <div className="flex gap-2">
          {field('minPrice', 'From', range?.min)}
          {field('maxPrice', 'To', range?.max)}
        </div>
        <Button type="submit" variant="secondary" isFullWidth>
          Apply price
        </Button>
      </fieldset>
    </form>
  );
}
