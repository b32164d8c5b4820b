import { parseArgs } from 'node:util';
import { StartupError } from '@shop/api/platform/startup-error';
import type { z } from 'zod';

/** Reads `--name value` options. An error is printed with the usage. */
export function readOptions<S extends z.ZodObject>(shape: S, usage: string): z.output<S> {
  const parsed = shape.safeParse(parse(Object.keys(shape.shape), usage));
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
  throw new StartupError(`${reasons.join('\n')}\nUsage: ${usage}`);
}

function parse(names: string[], usage: string): Record<string, unknown> {
  try {
    return parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])) }).values;
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`);
  }
}
