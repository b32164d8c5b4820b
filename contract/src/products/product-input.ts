import { z } from 'zod';
import { isoDate } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { asList, blankToUndefined, flag, number } from '../form-input.ts';
import { IMAGE, LINK_MAX, USAGE_LIMIT } from '../limits/admin-limits.ts';
import { CODE_MAX } from '../limits/limits.ts';
import { type StockKind, stockKinds } from '../stock-kinds.ts';
import { publicProduct } from './product.ts';
import { everyField, productFields } from './product-fields.ts';

// Control characters, invisible characters, lone surrogates and U+FFFD. Indian scripts need the two joiners (U+200C, U+200D)
// after a combining mark.
const UNREADABLE = /[\p{Cc}\p{Cs}\uFFFD]|(?![\u200C\u200D])\p{Cf}|(?<!\p{M})[\u200C\u200D]/u;

/** Buyers type the code that they see, so a code must not contain invisible characters. */
export const isReadable = (value: string) => !UNREADABLE.test(value);

/** Starts with http(s):// and contains a dot. Parsing also refuses script links and malformed URLs. */
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

/** A form cannot send an empty list, so one blank entry means that no uploaded image stays. */
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
  /** The public_ids of images that stay, in their new order. Without this field, all of them stay. */
  existingImages,
  /** The version that the editor opened. The save is refused if the stored version differs. */
  updatedAt: z.preprocess(blankToUndefined, isoDate.optional()),
});

/** `when` makes these rules run even if other fields are invalid, so that all errors are shown together. */
const inCode = { path: ['code'], when: () => true };
const inLink = { path: ['productLink'], when: () => true };
type Coded = { code?: string; productLink?: string | undefined; stockKind?: StockKind | undefined };
const needsCode = ({ code, stockKind }: Coded) => stockKind !== 'shared' || Boolean(code);
const poolHasNoCode = ({ code, stockKind }: Coded) => stockKind !== 'pool' || !code;
const poolHasNoLink = ({ productLink, stockKind }: Coded) => stockKind !== 'pool' || !productLink;

/** A pool takes no code or link here: they are imported in batches. */
export const productInput = everyInput
  .refine(needsCode, { ...inCode, error: text.codeRequired })
  .refine(poolHasNoCode, { ...inCode, error: text.codeOfPool })
  .refine(poolHasNoLink, { ...inLink, error: text.linkOfPool });
export type ProductInput = z.infer<typeof productInput>;

/**
 * In an update, a missing usage limit keeps the current stock: sending back the number that the form loaded would put units
 * on sale again that were sold meanwhile. A missing stock kind keeps the current one as well.
 */
export const productChange = everyInput
  .extend({
    usageLimit: z.preprocess(blankToUndefined, usageLimit.optional()),
    stockKind: z.preprocess(blankToUndefined, z.enum(stockKinds).optional()),
    /** Confirms that the unsold units of a shared code are withdrawn when the product becomes a pool. */
    confirmWithdraw: flag,
  })
  .refine(needsCode, { ...inCode, error: text.codeRequired })
  .refine(poolHasNoCode, { ...inCode, error: text.codeOfPool })
  .refine(poolHasNoLink, { ...inLink, error: text.linkOfPool });
export type ProductChange = z.infer<typeof productChange>;

/** The product of the admin's form, with its goods. Reading it is audited. */
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
    /** Units that were not sold in time. They are not part of `available`. */
    expired: z.number().int(),
  }),
  batchCount: z.number().int(),
});
export type AdminProduct = z.infer<typeof adminProduct>;

/** A row of the admin's product list, without the goods. */
export const adminProductRow = adminProduct.omit({ code: true, productLink: true });
export type AdminProductRow = z.infer<typeof adminProductRow>;
