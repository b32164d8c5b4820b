import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
};

const units: Record<string, string> = { string: ' characters', array: ' items' };

/** Maps each field to its first message, for the form to show. */
export const fieldErrors = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) => {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? 'body')] ??= message;
  return errors;
};

/** The message for a rule of the contract that has no message of its own. It replaces zod's technical text. */
export const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This field is required' : (kinds[issue.expected] ?? 'Not a valid value');
    case 'too_small':
      return `Must be at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'too_big':
      return `Must be at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    case 'invalid_value':
      return issue.values.length > 1 ? `Must be one of: ${issue.values.join(', ')}` : 'Not a valid value';
    case 'invalid_format':
      return issue.format === 'uuid' ? 'Must be an id' : 'Not a valid value';
    default:
      return 'Not a valid value';
  }
};
