import { z } from 'zod';
import { fieldMessages } from './failures/messages.ts';
import { PAGE_LIMIT, PAGE_MAX, SEARCH_MAX } from './limits/limits.ts';
import { spelled } from './spelling.ts';

export const id = z.uuid();
/** An id from outside. The database compares ids as text, so capitals become small letters. */
export const givenId = id.toLowerCase();
export const idParams = z.object({ id: givenId });
export const isoDate = z.iso.datetime();
/** A day in India, 2026-12-31. */
export const day = z.iso.date({ error: fieldMessages.dayInvalid });
export const messageReply = z.object({ message: z.string() });

export const searchText = z
  .string()
  .overwrite(spelled)
  .trim()
  .max(SEARCH_MAX)
  // PostgreSQL refuses NUL. A streamed export could no longer answer 422 by then.
  .refine((text) => !text.includes('\0'), fieldMessages.searchUnreadable)
  .optional();

export const pageQuery = {
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT.max).default(PAGE_LIMIT.default),
};

export const pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
  pages: z.number().int(),
});
export type Pagination = z.infer<typeof pagination>;

export const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), pagination });
export const dataOf = <T extends z.ZodType>(data: T) => z.object({ data });

/** A page of a list as services return it. */
export type Page<T> = { data: T[]; pagination: Pagination };
