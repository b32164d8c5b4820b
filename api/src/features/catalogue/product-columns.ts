import { toPaise, toRupees } from '@shop/contract/money';
import { adminOnlyFields, type ProductField, productFieldNames } from '@shop/contract/products/product-fields';
import type { AdminProduct, ProductChange } from '@shop/contract/products/product-input';
import type { Row } from '../../tables.ts';

type Columns = Row<'products'>;

/** The plain fields of a form after validation: the expiry day has become an instant. */
type FieldValues = Omit<Pick<ProductChange, ProductField>, 'expiryDate'> & { expiryDate: Date };

type Storage<Field extends ProductField> = {
  [Column in keyof Columns]: {
    column: Column;
    /** Undefined keeps the stored value. */
    toColumn: (value: FieldValues[Field]) => Columns[Column] | undefined;
    toWire: (stored: Columns[Column]) => AdminProduct[Field];
  };
}[keyof Columns];

const asItIs = <Column extends keyof Columns>(column: Column) => ({
  column,
  toColumn: (value: Columns[Column]) => value,
  toWire: (stored: Columns[Column]) => stored,
});

const optional = <Column extends keyof Columns>(column: Column) => ({
  ...asItIs(column),
  toColumn: (value: Columns[Column] | undefined) => value,
});

/** The column of each plain product field, and its conversions. Reading, saving and the audit log use this table. */
const storage = {
  title: asItIs('title'),
  subtitle: asItIs('subtitle'),
  company: asItIs('company'),
  category: asItIs('category'),
  price: { column: 'price_paise', toColumn: toPaise, toWire: toRupees },
  originalPrice: {
    column: 'original_price_paise',
    toColumn: (rupees) => (rupees === undefined ? null : toPaise(rupees)),
    toWire: (paise) => (paise === null ? null : toRupees(paise)),
  },
  details: asItIs('details'),
  howToRedeem: asItIs('how_to_redeem'),
  termsAndConditions: asItIs('terms_and_conditions'),
  expiryDate: { column: 'expiry_date', toColumn: (instant) => instant, toWire: (instant) => instant.toISOString() },
  isOneTimeUse: asItIs('is_one_time_use'),
  maxPerCustomer: optional('max_per_customer'),
  lowStockAt: optional('low_stock_at'),
  isActive: asItIs('is_active'),
} satisfies { [Field in ProductField]: Storage<Field> };

type ProductColumn = (typeof storage)[ProductField]['column'];
export type ProductColumns = Pick<Columns, ProductColumn>;

// The table above is type-checked field by field. A loop over it cannot keep these types apart, hence `never`.
type Step = {
  field: string;
  column: ProductColumn;
  toColumn: (value: never) => unknown;
  toWire: (stored: never) => unknown;
};
const steps: Step[] = Object.entries(storage).map(([field, stored]) => ({ field, ...stored }));

export const productColumns = steps.map(({ column }) => column);

/** The column values of a form. */
export const columnsOf = (values: FieldValues): ProductColumns =>
  columnsOfSome(values, productFieldNames) as ProductColumns;

/** The column values of some of the fields. */
export function columnsOfSome(values: Partial<FieldValues>, fields: readonly string[]): Partial<ProductColumns> {
  const given: Record<string, unknown> = values;
  const columns: Record<string, unknown> = {};
  for (const { field, column, toColumn } of steps)
    if (fields.includes(field)) columns[column] = toColumn(given[field] as never);
  return columns as Partial<ProductColumns>;
}

type AdminOnlyField = keyof typeof adminOnlyFields;
const publicSteps = steps.filter(({ field }) => !(field in adminOnlyFields));

function fieldsOf(row: ProductColumns, wanted: Step[]) {
  const fields: Record<string, unknown> = {};
  for (const { field, column, toWire } of wanted) fields[field] = toWire(row[column] as never);
  return fields as Pick<AdminProduct, ProductField>;
}

/** The public fields of a row. */
export const fieldsOnWire = (row: ProductColumns): Omit<Pick<AdminProduct, ProductField>, AdminOnlyField> =>
  fieldsOf(row, publicSteps);

/** All fields of a row, for admins. */
export const fieldsForAdmins = (row: ProductColumns): Pick<AdminProduct, ProductField> => fieldsOf(row, steps);
