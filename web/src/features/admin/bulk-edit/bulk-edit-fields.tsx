import { categories } from '@shop/contract/products/categories';
import { isoDay } from '../../../lib/format/dates.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { LEAVE_UNCHANGED, PriceChangeFields } from './price-change-fields.tsx';

const categoryOptions = categories.map((category) => ({ value: category, label: category }));
// No change to a shared code, because each product would need a code of its own.
const stockOptions = [{ value: 'pool', label: 'Pool of codes' }];

/** The fields that a bulk edit can change. An empty field changes nothing. */
export function BulkEditFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PriceChangeFields />
      <TextField
        label="Expiry Date"
        name="expiryDate"
        type="date"
        min={isoDay(new Date())}
        hint="Leave it empty to change nothing."
      />
      <SelectField label="Category" name="category" placeholder={LEAVE_UNCHANGED} options={categoryOptions} />
      <SelectField
        label="Stock"
        name="stockKind"
        placeholder={LEAVE_UNCHANGED}
        options={stockOptions}
        className="sm:col-span-2"
        hint="The unsold stock of a shared code is withdrawn when its product becomes a pool."
      />
    </div>
  );
}
