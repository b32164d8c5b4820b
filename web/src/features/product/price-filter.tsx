import type { Facets } from '@shop/contract/catalogue';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type ProductView, productViewUrl } from './product-query.ts';

function readPrice(form: FormData, name: string): number | undefined {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? undefined : Number(text);
}

export function PriceFilter({ view, range }: { view: ProductView; range: Facets['price'] | undefined }) {
  const navigate = useNavigate();
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = [readPrice(form, 'minPrice'), readPrice(form, 'maxPrice')];
    const isReversed = given[0] !== undefined && given[1] !== undefined && given[0] > given[1];
    const [minPrice, maxPrice] = isReversed ? given.reverse() : given;
    navigate(productViewUrl({ ...view, minPrice, maxPrice, page: undefined }), { preventScrollReset: true });
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
    <form onSubmit={apply} key={`${view.minPrice}-${view.maxPrice}`}>
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
