import { LOW_STOCK_MAX, USAGE_LIMIT } from '@shop/contract/limits/admin-limits';
import { CODE_MAX, COMPANY_MAX, PER_CUSTOMER_MAX, TITLE } from '@shop/contract/limits/limits';
import { categories } from '@shop/contract/products/categories';
import { productFields } from '@shop/contract/products/product-fields';
import type { AdminProduct } from '@shop/contract/products/product-input';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isoDay } from '../../../lib/format/dates.ts';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { ImagesField } from './images-field.tsx';
import { ListField } from './list-field.tsx';
import type { ListName, ProductFormValues } from './product-form-values.ts';
import { StockKindField } from './stock-kind-field.tsx';

const categoryOptions = categories.map((category) => ({ value: category, label: category }));

type SingleField = Exclude<keyof ProductFormValues, ListName | 'images'>;

/** Connects a control with its value and its error. */
function useField() {
  const { register, formState } = useFormContext<ProductFormValues>();
  return (name: SingleField) => ({ ...register(name), error: formState.errors[name]?.message });
}

const useIsPool = () => useWatch<ProductFormValues, 'stockKind'>({ name: 'stockKind' }) === 'pool';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-3 w-full border-b border-line pb-1 text-17 font-semibold">{title}</legend>
    <div className="grid gap-4 *:min-w-0 sm:grid-cols-2">{children}</div>
  </fieldset>
);

export function BasicInformation({ product }: { product: AdminProduct | null }) {
  const field = useField();
  const isPool = useIsPool();
  return (
    <Section title="Basic Information">
      <TextField label="Product Title" required maxLength={TITLE.max} {...field('title')} />
      <TextField label="Subtitle" maxLength={productFields.subtitle.maxLength} {...field('subtitle')} />
      <StockKindField product={product} />
      {!isPool && <SharedGoods />}
      <SelectField
        label="Category"
        required
        placeholder="Select category"
        options={categoryOptions}
        {...field('category')}
      />
      <TextField label="Company" required maxLength={COMPANY_MAX} {...field('company')} />
      <ListField name="details" label="Product Details" />
    </Section>
  );
}

/** Only a shared code has these fields; the codes and links of a pool come in batches. */
function SharedGoods() {
  const field = useField();
  return (
    <>
      <TextField
        label="Product Code"
        required
        autoComplete="off"
        maxLength={CODE_MAX}
        hint="Kept encrypted and shown to nobody but its buyer."
        {...field('code')}
      />
      <TextField
        label="Product Link"
        type="url"
        placeholder="https://"
        hint="Delivered together with the code."
        {...field('productLink')}
      />
    </>
  );
}

export const UsageInformation = () => (
  <Section title="Usage Information">
    <ListField name="howToRedeem" label="How to Redeem" />
    <ListField name="termsAndConditions" label="Terms and Conditions" />
  </Section>
);

type PricingProps = { product: AdminProduct | null; poolStock: ReactNode };

export function PricingAndInventory({ product, poolStock }: PricingProps) {
  const field = useField();
  const isPool = useIsPool();
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
        {...field('price')}
      />
      <TextField
        label="Original Price"
        type="number"
        min={0}
        step={0.01}
        inputMode="decimal"
        prefix="₹"
        hint="Optional. Shown struck through when it is above the price."
        {...field('originalPrice')}
      />
      {isPool ? poolStock : <UsageLimit counts={product?.unitCounts} />}
      <TextField
        label="Low Stock At"
        type="number"
        min={0}
        max={LOW_STOCK_MAX}
        step={1}
        inputMode="numeric"
        hint="Optional. At this number or below, the product is on the dashboard and you get a mail."
        {...field('lowStockAt')}
      />
      <TextField
        label="Limit per Customer"
        type="number"
        min={1}
        max={PER_CUSTOMER_MAX}
        step={1}
        inputMode="numeric"
        hint="Optional. How many one customer can buy in all; One Time Use is a limit of 1."
        {...field('maxPerCustomer')}
      />
    </Section>
  );
}

function UsageLimit({ counts }: { counts: AdminProduct['unitCounts'] | undefined }) {
  const field = useField();
  return (
    <TextField
      label="Usage Limit"
      type="number"
      required={!counts}
      min={USAGE_LIMIT.min}
      step={1}
      inputMode="numeric"
      hint={
        counts
          ? `How many can still be sold. Now ${counts.available} available, ${counts.held} held, ${counts.sold} sold.`
          : 'How many times this product can be sold.'
      }
      {...field('usageLimit')}
    />
  );
}

export function FilesAndExpiry() {
  const field = useField();
  return (
    <Section title="Files & Expiry">
      <TextField label="Expiry Date" type="date" required min={isoDay(new Date())} {...field('expiryDate')} />
      <div className="sm:col-span-2">
        <ImagesField />
      </div>
    </Section>
  );
}

export function StatusSettings() {
  const field = useField();
  return (
    <Section title="Status Settings">
      <CheckboxField label="One Time Use" hint="Can only be used once per customer" {...field('isOneTimeUse')} />
      <CheckboxField label="Active" hint="Make this product visible to customers" {...field('isActive')} />
    </Section>
  );
}
