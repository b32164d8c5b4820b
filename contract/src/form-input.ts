import { z } from 'zod';

/** Form fields arrive as text (multipart, and a browser's inputs); numbers and booleans are also taken as they are. */
export const number = (message: string) =>
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

export const flag = z
  .union([
    z.boolean(),
    z
      .enum(['true', 'false', 'on', 'off', '1', '0', ''])
      .transform((value) => value === 'true' || value === 'on' || value === '1'),
  ])
  .default(false);

export const requiredText = (message: string) => z.string({ error: message }).trim().min(1, message);

export const blankToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);

/** A form's list of one may come without an index. */
export const asList = (value: unknown) => (typeof value === 'string' ? [value] : value);
