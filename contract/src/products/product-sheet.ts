import { z } from 'zod';
import { fieldMessages as text } from '../failures/messages.ts';
import { flag } from '../form-input.ts';

export const sheetInput = z.object({
  /** CSV or TSV with a header, as exported. In a multipart form, this is the file `file`. */
  products: z.string({ error: text.sheetRequired }).refine((value) => /\S/.test(value), text.sheetRequired),
  /** Imports the accepted lines and leaves out the refused ones. */
  skipRefused: flag,
});
export type SheetInput = z.infer<typeof sheetInput>;

export const sheetReport = z.object({
  lines: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** Names of columns that were not read. */
  ignored: z.array(z.string()),
  refused: z.array(z.object({ line: z.number().int(), column: z.string().nullable(), reason: z.string() })),
});
export type SheetReport = z.infer<typeof sheetReport>;
