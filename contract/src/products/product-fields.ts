import { z } from 'zod';
import { isoDate } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { asList, blankToUndefined, flag, requiredText, rupees, wholeNumber } from '../form-input.ts';
import { LOW_STOCK_MAX } from '../limits/admin-limits.ts';
import {
  COMPANY_MAX,
  LIST_ITEM_MAX,
  LIST_ITEMS_MAX,
  PER_CUSTOMER_MAX,
  SMALLEST_CHARGE_PAISE,
  TITLE,
} from '../limits/limits.ts';
import { toPaise } from '../money.ts';
import { spelled } from '../spelling.ts';
import { categories } from './categories.ts';

const optionalText = (label: string, maxLength: number) => ({
  input: z
    .string()
    .overwrite(spelled)
    .trim()
    .max(maxLength, `${label} cannot exceed ${maxLength} characters`)
    .default(''),
  wire: z.string(),
  blank: '',
  maxLength,
});

const list = {
  input: z.preprocess(
    asList,
    z
      .array(z.string().overwrite(spelled).trim().max(LIST_ITEM_MAX, text.listItemLong))
      .default([])
      .transform((items) => items.filter((item) => item !== ''))
      .pipe(z.array(z.string()).max(LIST_ITEMS_MAX, text.listTooLong)),
  ),
  wire: z.array(z.string()),
  blank: [''],
};

// Other formats are ambiguous: 05-06-2027 is in May for some readers and in June for others.
const DAY_OR_INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** An optional number: a blank value removes it, a missing field keeps the stored one. */
const optionalNumber = (range: { min: number; max: number }, message: string) =>
  z.preprocess((value) => (value === '' ? null : value), wholeNumber(range, message).nullable().optional());

/**
 * The plain fields of a product: the schema of a form (`input`), the schema of the API's reply (`wire`), and the form value
 * of a new product (`blank`). The api's `product-columns.ts` maps each field to its column. All fields are public except
 * those in `adminOnlyFields`.
 *
 * A field that is added later must be optional on the wire: older orders keep a copy of the product without it.
 */
export const productFields = {
  title: {
    input: z
      .string({ error: text.titleLength })
      .overwrite(spelled)
      .trim()
      .min(TITLE.min, text.titleLength)
      .max(TITLE.max, text.titleLength),
    wire: z.string(),
    blank: '',
  },
  subtitle: optionalText('Subtitle', 100),
  category: { input: z.enum(categories, { error: text.categoryRequired }), wire: z.enum(categories), blank: '' },
  company: {
    input: requiredText(text.companyRequired).max(COMPANY_MAX, text.companyLong),
    wire: z.string(),
    blank: '',
  },
  details: list,
  howToRedeem: list,
  termsAndConditions: list,
  price: {
    input: rupees(text.priceInvalid).refine(
      (value) => value === 0 || toPaise(value) >= SMALLEST_CHARGE_PAISE,
      text.priceTooSmall,
    ),
    wire: z.number(),
    blank: '',
  },
  originalPrice: {
    input: z.preprocess(blankToUndefined, rupees(text.originalPriceInvalid).optional()),
    wire: z.number().nullable(),
    blank: '',
  },
  /** A day (2026-12-31, until its end in India) or an instant with a time zone. */
  expiryDate: {
    input: requiredText(text.expiryRequired).regex(DAY_OR_INSTANT, text.expiryUnclear),
    wire: isoDate,
    blank: '',
  },
  isOneTimeUse: { input: flag, wire: z.boolean(), blank: false },
  /** A limit of one is `isOneTimeUse`. */
  maxPerCustomer: {
    input: optionalNumber({ min: 1, max: PER_CUSTOMER_MAX }, text.maxPerCustomerInvalid),
    wire: z.number().int().nullable().optional(),
    blank: '',
  },
  /** Admins get a mail when at most this many units are left. */
  lowStockAt: {
    input: optionalNumber({ min: 0, max: LOW_STOCK_MAX }, text.lowStockInvalid),
    wire: z.number().int().nullable(),
    blank: '',
  },
  isActive: { input: flag, wire: z.boolean(), blank: false },
};
export type ProductField = keyof typeof productFields;
export const productFieldNames = Object.keys(productFields) as ProductField[];

/** Fields that only admins see. */
export const adminOnlyFields = { lowStockAt: true } as const satisfies { [Name in ProductField]?: true };

/** The `input`, `wire` or `blank` of every field. */
export const everyField = <Part extends 'input' | 'wire' | 'blank'>(part: Part) =>
  Object.fromEntries(productFieldNames.map((name) => [name, productFields[name][part]])) as {
    [Name in ProductField]: (typeof productFields)[Name][Part];
  };
