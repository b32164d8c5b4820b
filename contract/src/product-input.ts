import { z } from 'zod';
import { categories } from './categories.ts';
import { isoDate } from './common.ts';
import {
  CODE_MAX,
  COMPANY_MAX,
  IMAGE,
  LIST_ITEM_MAX,
  LIST_ITEMS_MAX,
  PRICE_MAX_RUPEES,
  SMALLEST_CHARGE_PAISE,
  SUBTITLE_MAX,
  TITLE,
  USAGE_LIMIT,
} from './limits.ts';
import { fieldMessages as text } from './messages.ts';
import { isWholePaise, toPaise } from './money.ts';
import { publicProduct } from './product.ts';

/** Form fields arrive as text (multipart, and a browser's inputs); numbers and booleans are also taken as they are. */
const number = (message: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d+(\.\d+)?$/)
          .transform(Number),
      ],
      { error: message },
    )
    .refine(Number.isFinite, message);

const rupees = (message: string) =>
  number(message)
    .refine((value) => value >= 0 && isWholePaise(value), message)
    .refine((value) => value <= PRICE_MAX_RUPEES, text.priceTooLarge);

const flag = z
  .union([
    z.boolean(),
    z
      .enum(['true', 'false', 'on', 'off', '1', '0', ''])
      .transform((value) => value === 'true' || value === 'on' || value === '1'),
  ])
  .default(false);

const blankToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);

/** A form's list of one may come without an index. */
const asList = (value: unknown) => (typeof value === 'string' ? [value] : value);

const list = z.preprocess(
  asList,
  z
    .array(z.string().trim().max(LIST_ITEM_MAX, text.listItemLong))
    .max(LIST_ITEMS_MAX, text.listTooLong)
    .default([])
    .transform((items) => items.filter((item) => item !== '')),
);

const requiredText = (message: string) => z.string({ error: message }).trim().min(1, message);

/** Starts with http(s):// and contains a dot (spec §5); parsing it keeps script links and nonsense out. */
const isWebLink = (value: string) =>
  /^https?:\/\/\S+\.\S+$/i.test(value) && URL.canParse(value) && new URL(value).hostname.includes('.');

const productLink = z.preprocess(
  blankToUndefined,
  z.string().trim().max(2000, text.linkInvalid).refine(isWebLink, text.linkInvalid).optional(),
);

const usageLimit = number(text.usageLimitInvalid)
  .refine((value) => Number.isInteger(value) && value >= USAGE_LIMIT.min, text.usageLimitInvalid)
  .refine((value) => value <= USAGE_LIMIT.max, text.usageLimitTooLarge);

/** A form cannot send an empty list: one blank entry says that no uploaded image stays. */
const existingImages = z.preprocess(
  asList,
  z
    .array(z.string().max(100))
    .max(IMAGE.maxFiles, text.imagesTooMany)
    .transform((ids) => [...new Set(ids.filter((id) => id !== ''))])
    .optional(),
);

export const productInput = z.object({
  title: z.string({ error: text.titleLength }).trim().min(TITLE.min, text.titleLength).max(TITLE.max, text.titleLength),
  subtitle: z.string().trim().max(SUBTITLE_MAX, text.subtitleLength).default(''),
  code: requiredText(text.codeRequired).max(CODE_MAX, text.codeLong),
  productLink,
  category: z.enum(categories, { error: text.categoryRequired }),
  company: requiredText(text.companyRequired).max(COMPANY_MAX, text.companyLong),
  details: list,
  howToRedeem: list,
  termsAndConditions: list,
  price: rupees(text.priceInvalid).refine(
    (value) => value === 0 || toPaise(value) >= SMALLEST_CHARGE_PAISE,
    text.priceTooSmall,
  ),
  originalPrice: z.preprocess(blankToUndefined, rupees(text.originalPriceInvalid).optional()),
  usageLimit: z.preprocess(blankToUndefined, usageLimit.default(USAGE_LIMIT.default)),
  /** A day (2026-12-31, meaning until its end in India) or an instant. */
  expiryDate: z
    .string({ error: text.expiryRequired })
    .trim()
    .min(1, text.expiryRequired)
    .refine((value) => !Number.isNaN(Date.parse(value)), text.expiryRequired),
  isOneTimeUse: flag,
  isActive: flag,
  /** public_ids of uploaded images that stay, in their new order; left out, all of them stay. */
  existingImages,
  /** The version the editor saw; a different one in the database refuses the save. */
  updatedAt: z.preprocess(blankToUndefined, isoDate.optional()),
});
export type ProductInput = z.infer<typeof productInput>;

/**
 * In an update, a usage limit that is left out stays as sales have made it: a form that sends back the number it
 * loaded would put on sale again what was sold meanwhile.
 */
export const productChange = productInput.extend({
  usageLimit: z.preprocess(blankToUndefined, usageLimit.optional()),
});
export type ProductChange = z.infer<typeof productChange>;

/** What the admin's single-product form sees: the goods as well, audited. */
export const adminProduct = publicProduct.extend({
  code: z.string(),
  productLink: z.string().nullable(),
  uploadedBy: z.string().nullable(),
  unitCounts: z.object({
    available: z.number().int(),
    held: z.number().int(),
    sold: z.number().int(),
    withdrawn: z.number().int(),
  }),
});
export type AdminProduct = z.infer<typeof adminProduct>;

/** A row of the admin's product list: never the goods. */
export const adminProductRow = adminProduct.omit({ code: true, productLink: true });
export type AdminProductRow = z.infer<typeof adminProductRow>;
