import { badRequest } from './provider-error.ts';

const MAX_NOTES = 15;
const MAX_NOTE_LENGTH = 256;

export type Fields = Record<string, unknown>;
export type Notes = Record<string, string>;

export function fieldsOf(body: unknown): Fields {
  if (body === null || body === undefined) return {};
  if (!isFields(body)) throw badRequest('The request body must be a JSON object.');
  return body;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') throw badRequest(`The ${name} must be a string.`, name);
  if (!isStorable(value)) throw badRequest(`The ${name} contains characters that cannot be stored.`, name);
  return value;
}

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

export function requiredText(fields: Fields, name: string): string {
  const value = textField(fields, name)?.trim();
  if (!value) throw badRequest(`The ${name} field is required.`, name);
  return value;
}

export function integerField(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw badRequest(`The ${name} must be an integer.`, name);
  }
  return value;
}

export function booleanField(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'boolean') throw badRequest(`The ${name} must be true or false.`, name);
  return value;
}

export function oneOf<T extends string>(fields: Fields, name: string, choices: readonly T[]): T | undefined {
  const value = textField(fields, name);
  if (value === undefined) return undefined;
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw badRequest(`The ${name} must be one of ${choices.join(', ')}.`, name);
  return choice;
}

export function notesField(fields: Fields): Notes {
  const notes = fields.notes ?? {};
  // The provider itself writes an empty list for no notes.
  if (Array.isArray(notes) && notes.length === 0) return {};
  if (!isFields(notes)) throw badRequest('The notes must be an object of key-value pairs.', 'notes');
  const entries = Object.entries(notes);
  if (entries.length > MAX_NOTES)
    throw badRequest(`Number of fields in notes should be less than or equal to ${MAX_NOTES}.`, 'notes');
  return Object.fromEntries(entries.map(([key, value]) => [key, noteValue(key, value)]));
}

function noteValue(key: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw badRequest(`The note ${key} must be a string.`, 'notes');
  const text = String(value);
  if (!isStorable(key) || !isStorable(text))
    throw badRequest('The notes contain characters that cannot be stored.', 'notes');
  if (key.length > MAX_NOTE_LENGTH || text.length > MAX_NOTE_LENGTH) {
    throw badRequest(`Keys and values of notes may not be greater than ${MAX_NOTE_LENGTH} characters.`, 'notes');
  }
  return text;
}

/** The provider writes notes as an object, and no notes as an empty list. */
export function notesOnTheWire(notes: Notes): Notes | [] {
  return Object.keys(notes).length > 0 ? notes : [];
}
