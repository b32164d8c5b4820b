import { categories } from '@shop/contract/categories';
import { CODE_MAX, COMPANY_MAX, SUBTITLE_MAX, TITLE, USAGE_LIMIT } from '@shop/contract/limits';
import type { AdminProduct } from '@shop/contract/product-input';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { isoDay } from '../../../lib/dates.ts';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ImagesField } from './images-field.tsx';
import { ListField } from './list-field.tsx';
import type { ProductFormValues } from './product-form-values.ts';

const useProductForm = useFormContext<ProductFormValues>;
const categoryOptions = categories.map((category) => ({ value: category, label: category }));

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-3 w-full border-b border-line pb-1 text-17 font-semibold">{title}</legend>
    <div className="grid gap-4 *:min-w-0 sm:grid-cols-2">{children}</div>
  </fieldset>
);

export function BasicInformation() {
  const { register, formState } = useProductForm();
  const { errors } = formState;
  return (
    <Section title="Basic Information">
      <TextField
        label="Product Title"
        required
        maxLength={TITLE.max}
        {...register('title')}
        error={errors.title?.message}
      />
      <TextField label="Subtitle" maxLength={SUBTITLE_MAX} {...register('subtitle')} error={errors.subtitle?.message} />
      <TextField
        label="Product Code"
        required
        autoComplete="off"
        maxLength={CODE_MAX}
        hint="Kept encrypted and shown to nobody but its buyer."
        {...register('code')}
        error={errors.code?.message}
      />
      <TextField
        label="Product Link"
        type="url"
        placeholder="https://"
        hint="Delivered together with the code."
        {...register('productLink')}
        error={errors.productLink?.message}
      />
      <SelectField
        label="Category"
        required
        placeholder="Select category"
        options={categoryOptions}
        {...register('category')}
        error={errors.category?.message}
      />
      <TextField
        label="Company"
        required
        maxLength={COMPANY_MAX}
        {...register('company')}
        error={errors.company?.message}
      />
      <ListField name="details" label="Product Details" />
    </Section>
  );
}

export const UsageInformation = () => (
  <Section title="Usage Information">
    <ListField name="howToRedeem" label="How to Redeem" />
    <ListField name="termsAndConditions" label="Terms and Conditions" />
  </Section>
);

export function PricingAndInventory({ product }: { product: AdminProduct | null }) {
  const { register, formState } = useProductForm();
  const { errors } = formState;
  const counts = product?.unitCounts;
  return (
    <Section title="Pricing & Inventory">
      <TextField
        label="Price"
        type="number"
        required
        min={0}
        step={0.01}
        inputMode="decimal"
        prefix="₹"
        {...register('price')}
        error={errors.price?.message}
      />
      <TextField
        label="Original Price"
        type="number"
        min={0}
        step={0.01}
        inputMode="decimal"
        prefix="₹"
        hint="Optional. Shown struck through when it is above the price."
        {...register('originalPrice')}
        error={errors.originalPrice?.message}
      />
      <TextField
        label="Usage Limit"
        type="number"
        required={!product}
        min={USAGE_LIMIT.min}
        step={1}
        inputMode="numeric"
        hint={
          counts
            ? `How many can still be sold. Now ${counts.available} available, ${counts.held} held, ${counts.sold} sold.`
            : 'How many times this product can be sold.'
        }
        {...register('usageLimit')}
        error={errors.usageLimit?.message}
      />
    </Section>
  );
}

export function FilesAndExpiry() {
  const { register, formState } = useProductForm();
  const { errors } = formState;
  return (
    <Section title="Files & Expiry">
      <TextField
        label="Expiry Date"
        type="date"
        required
        min={isoDay(new Date())}
        {...register('expiryDate')}
        error={errors.expiryDate?.message}
      />
      <div className="sm:col-span-2">
        <ImagesField />
      </div>
    </Section>
  );
}

export function StatusSettings() {
  const { register, formState } = useProductForm();
  const { errors } = formState;
  return (
    <Section title="Status Settings">
      <CheckboxField
        label="One Time Use"
        hint="Can only be used once per customer"
        {...register('isOneTimeUse')}
        error={errors.isOneTimeUse?.message}
      />
      <CheckboxField
        label="Active"
        hint="Make this product visible to customers"
        {...register('isActive')}
        error={errors.isActive?.message}
      />
    </Section>
  );
}
