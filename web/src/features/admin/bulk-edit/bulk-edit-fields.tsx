import { categories } from '@shop/contract/categories';
import { useState } from 'react';
import { isoDay } from '../../../lib/dates.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const LEAVE = 'Leave as it is';
const priceOptions = [
  { value: 'price', label: 'Set to a price' },
  { value: 'pricePercent', label: 'Raise or lower by per cent' },
];
const categoryOptions = categories.map((category) => ({ value: category, label: category }));
// The other way round every product would need a code of its own.
const stockOptions = [{ value: 'pool', label: 'Pool of codes' }];

/** What can be changed of many products; all of it is left as it is until something is chosen. */
export function BulkEditFields() {
  const [priceBy, setPriceBy] = useState('');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Change Price"
        placeholder={LEAVE}
        options={priceOptions}
        value={priceBy}
        onChange={(event) => setPriceBy(event.target.value)}
        className={priceBy ? '' : 'sm:col-span-2'}
      />
      {priceBy === 'price' && (
        <TextField
          label="New Price"
          name="price"
          type="number"
          required
          min={0}
          step={0.01}
          inputMode="decimal"
          prefix="₹"
        />
      )}
      {priceBy === 'pricePercent' && (
        <TextField
          label="Per Cent"
          name="pricePercent"
          type="number"
          required
          step={1}
          hint="-10 lowers each price by a tenth."
        />
      )}
      <TextField
        label="Expiry Date"
        name="expiryDate"
        type="date"
        min={isoDay(new Date())}
        hint="Blank leaves it as it is."
      />
      <SelectField label="Category" name="category" placeholder={LEAVE} options={categoryOptions} />
      <SelectField
        label="Stock"
        name="stockKind"
        placeholder={LEAVE}
        options={stockOptions}
        className="sm:col-span-2"
        hint="What is unsold of a shared code leaves the shop when its product becomes a pool."
      />
    </div>
  );
}
