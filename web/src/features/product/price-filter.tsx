import type { Facets } from '@shop/contract/catalogue';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useShownValues } from '../../ui/use-shown-values.ts';
import type { ProductView } from './product-query.ts';
import { useChooseView } from './use-choose-view.ts';

function readPrice(form: FormData, name: string): number | undefined {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? undefined : Number(text);
}

export function PriceFilter({ view, range }: { view: ProductView; range: Facets['price'] | undefined }) {
  const choose = useChooseView();
  const { minPrice, maxPrice, page, ...others } = view;
  const form = useShownValues({ minPrice, maxPrice });
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = [readPrice(data, 'minPrice'), readPrice(data, 'maxPrice')];
    const isReversed = given[0] !== undefined && given[1] !== undefined && given[0] > given[1];
    const [least, most] = isReversed ? given.reverse() : given;
    choose({ minPrice: least, maxPrice: most });
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
      {/* Without scripts the form's address is made of its fields alone. The browser's React leaves this to the server. */}
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
