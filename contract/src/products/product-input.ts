import { z } from 'zod';
import { isoDate } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { asList, blankToUndefined, flag, number } from '../form-input.ts';
import { IMAGE, LINK_MAX, USAGE_LIMIT } from '../limits/admin-limits.ts';
import { CODE_MAX } from '../limits/limits.ts';
import { type StockKind, stockKinds } from '../stock-kinds.ts';
import { publicProduct } from './product.ts';
import { everyField, productFields } from './product-fields.ts';

// Control characters, what no eye can see, halves of characters, and what was not text in its encoding. Indian scripts need
// the two joiners, after a sign that they shape.
const UNREADABLE = /[\p{Cc}\p{Cs}\uFFFD]|(?![\u200C\u200D])\p{Cf}|(?<!\p{M})[\u200C\u200D]/u;

/** Two codes that look alike must be alike: a buyer types what they see. */
export const isReadable = (value: string) => !UNREADABLE.test(value);

/** Starts with http(s):// and contains a dot (spec §5); parsing it keeps script links and nonsense out. */
export const isWebLink = (value: string) =>
  isReadable(value) &&
  /^https?:\/\/\S+\.\S+$/i.test(value) &&
  URL.canParse(value) &&
  new URL(value).hostname.includes('.');

const productLink = z.preprocess(
  blankToUndefined,
  z.string().trim().max(LINK_MAX, text.linkInvalid).refine(isWebLink, text.linkInvalid).optional(),
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

const everyInput = z.object({
  ...everyField('input'),
  code: z.preprocess(
    blankToUndefined,
    z
      .string({ error: text.codeRequired })
      .trim()
      .max(CODE_MAX, text.codeLong)
      .refine(isReadable, text.codeUnreadable)
      .default(''),
  ),
  productLink,
  usageLimit: z.preprocess(blankToUndefined, usageLimit.default(USAGE_LIMIT.default)),
  stockKind: z.preprocess(blankToUndefined, z.enum(stockKinds).default('shared')),
  /** public_ids of uploaded images that stay, in their new order; left out, all of them stay. */
  existingImages,
  /** The version the editor saw; a different one in the database refuses the save. */
  updatedAt: z.preprocess(blankToUndefined, isoDate.optional()),
});

/** Told together with what else is wrong with the form. */
const inCode = { path: ['code'], when: () => true };
const inLink = { path: ['productLink'], when: () => true };
type Coded = { code?: string; productLink?: string | undefined; stockKind?: StockKind | undefined };
const needsCode = ({ code, stockKind }: Coded) => stockKind !== 'shared' || Boolean(code);
const poolHasNoCode = ({ code, stockKind }: Coded) => stockKind !== 'pool' || !code;
const poolHasNoLink = ({ productLink, stockKind }: Coded) => stockKind !== 'pool' || !productLink;

/** The codes of a pool, and their links, come in batches. */
export const productInput = everyInput
  .refine(needsCode, { ...inCode, error: text.codeRequired })
  .refine(poolHasNoCode, { ...inCode, error: text.codeOfPool })
  .refine(poolHasNoLink, { ...inLink, error: text.linkOfPool });
export type ProductInput = z.infer<typeof productInput>;

/**
 * In an update, a usage limit that is left out stays as sales have made it: a form that sends back the number it
 * loaded would put on sale again what was sold meanwhile. The kind of stock stays as well.
 */
export const productChange = everyInput
  .extend({
    usageLimit: z.preprocess(blankToUndefined, usageLimit.optional()),
    stockKind: z.preprocess(blankToUndefined, z.enum(stockKinds).optional()),
    /** That what is unsold of a shared code is withdrawn when the product becomes a pool. */
    confirmWithdraw: flag,
  })
  .refine(needsCode, { ...inCode, error: text.codeRequired })
  .refine(poolHasNoCode, { ...inCode, error: text.codeOfPool })
  .refine(poolHasNoLink, { ...inLink, error: text.linkOfPool });
export type ProductChange = z.infer<typeof productChange>;

/** What the admin's single-product form sees: the goods as well, audited. */
export const adminProduct = publicProduct.extend({
  lowStockAt: productFields.lowStockAt.wire,
  stockKind: z.enum(stockKinds),
  /** Blank for a pool. */
  code: z.string(),
  productLink: z.string().nullable(),
  uploadedBy: z.string().nullable(),
  unitCounts: z.object({
    available: z.number().int(),
    held: z.number().int(),
    sold: z.number().int(),
    withdrawn: z.number().int(),
    /** Not sold in time; no longer counted as available. */
    expired: z.number().int(),
  }),
  batchCount: z.number().int(),
});
export type AdminProduct = z.infer<typeof adminProduct>;

/** A row of the admin's product list: never the goods. */
export const adminProductRow = adminProduct.omit({ code: true, productLink: true });
export type AdminProductRow = z.infer<typeof adminProductRow>;
