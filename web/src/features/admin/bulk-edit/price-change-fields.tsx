import { useState } from 'react';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';

export const LEAVE_UNCHANGED = 'Leave as it is';
const priceOptions = [
  { value: 'price', label: 'Set to a price' },
  { value: 'pricePercent', label: 'Raise or lower by per cent' },
];

/** Sets one price for all products, or changes each price by a percentage. */
export function PriceChangeFields() {
  const [priceBy, setPriceBy] = useState('');
  return (
    <>
      <SelectField
        label="Change Price"
        placeholder={LEAVE_UNCHANGED}
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
    </>
  );
}
