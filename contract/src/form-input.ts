import { z } from 'zod';
import { fieldMessages } from './failures/messages.ts';
import { PRICE_MAX_RUPEES } from './limits/limits.ts';
import { isWholePaise } from './money.ts';
import { spelled } from './spelling.ts';

/** Form fields arrive as text. Numbers and booleans of a JSON body are accepted too. */
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

export const wholeNumber = ({ min, max }: { min: number; max: number }, message: string) =>
  number(message).refine((value) => Number.isInteger(value) && value >= min && value <= max, message);

export const rupees = (message: string) =>
  number(message)
    .refine((value) => value >= 0 && isWholePaise(value), message)
    .refine((value) => value <= PRICE_MAX_RUPEES, fieldMessages.priceTooLarge);

export const flag = z
  .union([
    z.boolean(),
    z
      .enum(['true', 'false', 'on', 'off', '1', '0', ''])
      .transform((value) => value === 'true' || value === 'on' || value === '1'),
  ])
  .default(false);

export const requiredText = (message: string) => z.string({ error: message }).overwrite(spelled).trim().min(1, message);

export const blankToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);

/** A multipart form may send a list of one item without an index. */
export const asList = (value: unknown) => (typeof value === 'string' ? [value] : value);
