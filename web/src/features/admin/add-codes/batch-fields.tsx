import { BATCH } from '@shop/contract/limits/admin-limits';
import { isoDay } from '../../../lib/format/dates.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';

/** The fields that describe the batch. */
export const BatchFields = ({ errors }: { errors: Record<string, string> }) => (
  <div className="grid gap-4 *:min-w-0 sm:grid-cols-2">
    <TextField
      label="Reference"
      name="reference"
      required
      maxLength={BATCH.referenceMax}
      autoComplete="off"
      hint="Helps you find the batch again, for example the supplier's invoice number."
      error={errors.reference}
    />
    <TextField
      label="Supplier"
      name="supplier"
      maxLength={BATCH.supplierMax}
      hint="Optional."
      error={errors.supplier}
    />
    <TextField
      label="Unit Cost"
      name="unitCost"
      type="number"
      min={0}
      step={0.01}
      inputMode="decimal"
      prefix="₹"
      hint="Optional. What you paid for one code."
      error={errors.unitCost}
    />
    <TextField
      label="Codes Expire On"
      name="expiresOn"
      type="date"
      min={isoDay(new Date())}
      hint="Optional. Codes without a date of their own are not sold after this day."
      error={errors.expiresOn}
    />
  </div>
);
