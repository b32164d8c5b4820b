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

// Anything else would have to be guessed: 05-06-2027 is a day of May to some and of June to others.
const DAY_OR_INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A number that may be missing: blank says that there is none, left out that it stays as it is. */
const optionalNumber = (range: { min: number; max: number }, message: string) =>
  z.preprocess((value) => (value === '' ? null : value), wholeNumber(range, message).nullable().optional());

/**
 * The plain fields of a product, which an administrator fills in: what a form may send (`input`), what the API answers
 * (`wire`), what the control holds for a new product (`blank`). Schemas and form values are made of it; the api's
 * `product-columns.ts` says where each is stored. Anybody may see them, except those that `officeFields` names.
 *
 * A field that joins later is optional on the wire: orders keep the product as it was sold, without the field.
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
  /** Sent as a day (2026-12-31, meaning until its end in India) or as an instant with its zone. */
  expiryDate: {
    input: requiredText(text.expiryRequired).regex(DAY_OR_INSTANT, text.expiryUnclear),
    wire: isoDate,
    blank: '',
  },
  isOneTimeUse: { input: flag, wire: z.boolean(), blank: false },
  /** Once per customer is `isOneTimeUse`. */
  maxPerCustomer: {
    input: optionalNumber({ min: 1, max: PER_CUSTOMER_MAX }, text.maxPerCustomerInvalid),
    wire: z.number().int().nullable().optional(),
    blank: '',
  },
  /** Administrators are told when no more units than this are left. */
  lowStockAt: {
    input: optionalNumber({ min: 0, max: LOW_STOCK_MAX }, text.lowStockInvalid),
    wire: z.number().int().nullable(),
    blank: '',
  },
  isActive: { input: flag, wire: z.boolean(), blank: false },
};
export type ProductField = keyof typeof productFields;
export const productFieldNames = Object.keys(productFields) as ProductField[];

/** What only administrators see. */
export const officeFields = { lowStockAt: true } as const satisfies { [Name in ProductField]?: true };

/** One column of the table, by field. */
export const everyField = <Part extends 'input' | 'wire' | 'blank'>(part: Part) =>
  Object.fromEntries(productFieldNames.map((name) => [name, productFields[name][part]])) as {
    [Name in ProductField]: (typeof productFields)[Name][Part];
  };
