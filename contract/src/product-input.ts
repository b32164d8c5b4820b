import { z } from 'zod';
import { isoDate } from './common.ts';
import { asList, blankToUndefined, number, requiredText } from './form-input.ts';
import { CODE_MAX, IMAGE, USAGE_LIMIT } from './limits.ts';
import { fieldMessages as text } from './messages.ts';
import { publicProduct } from './product.ts';
import { everyField } from './product-fields.ts';

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
  ...everyField('input'),
  code: requiredText(text.codeRequired).max(CODE_MAX, text.codeLong),
  productLink,
  usageLimit: z.preprocess(blankToUndefined, usageLimit.default(USAGE_LIMIT.default)),
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
