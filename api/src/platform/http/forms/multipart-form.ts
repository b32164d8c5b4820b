import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fieldMessages, fieldTooLong } from '@shop/contract/failures/messages';
import { IMAGE } from '@shop/contract/limits/admin-limits';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../failure.ts';
import { PartUnavailable } from '../../unavailable.ts';
import { asFormFailure, FIELD_MAX, formParts } from './form-parts.ts';

/** An upload on the disk; it is deleted when its request is answered. */
export type UploadedFile = { path: string };
type Parts = { fields: Record<string, string | string[]>; files: UploadedFile[] };
export type Form = Parts & { discard(): Promise<void> };

const INDEXED = /^([A-Za-z]+)\[(\d{1,3})?\]$/;

type Lists = Map<string, Map<number, string>>;

function addToList(lists: Lists, name: string, value: string, index?: number) {
  const list = lists.get(name) ?? new Map<number, string>();
  list.set(index ?? list.size, value);
  lists.set(name, list);
}

/** `details[2]` is the third item of the list `details`, and so is a third plain `details`. A single `details` is a plain field. */
function addField(lists: Lists, fields: Map<string, string>, name: string, value: string) {
  const [, listName, index] = INDEXED.exec(name) ?? [];
  if (listName) return addToList(lists, listName, value, index === undefined ? undefined : Number(index));
  const first = fields.get(name);
  if (first === undefined && !lists.has(name)) return void fields.set(name, value);
  if (first !== undefined) addToList(lists, name, first);
  fields.delete(name);
  addToList(lists, name, value);
}

/**
 * Reads the product form (spec §7): scalar fields as text, indexed lists, images as repeated files. Files are streamed to
 * the disk: in memory, each of a hundred stalled uploads would hold up to 80 MB.
 */
export async function readMultipartForm(request: FastifyRequest): Promise<Form> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-upload-')).catch((error) => {
    // TMPDIR may be missing.
    throw new PartUnavailable('disk', error);
  });
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await readParts(request, folder)), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

const LIMITS = {
  fileSize: IMAGE.maxBytes,
  // One file more than allowed is read, so that our own message refuses it instead of the parser's.
  files: IMAGE.maxFiles + 1,
  fields: 300,
  fieldSize: FIELD_MAX,
};

// The most characters of all fields together. The largest valid product form uses a quarter of it.
const FIELDS_MAX = 300_000;

async function readParts(request: FastifyRequest, folder: string): Promise<Parts> {
  const fields = new Map<string, string>();
  const lists: Lists = new Map();
  const files: UploadedFile[] = [];
  let characters = 0;
  for await (const part of formParts(request, LIMITS)) {
    if (part.type === 'file') {
      if (files.length === IMAGE.maxFiles)
        throw fail('validationFailed', { errors: { images: fieldMessages.imagesTooMany } });
      const path = join(folder, String(files.length));
      await pipeline(part.file, createWriteStream(path)).catch((error) => {
        throw asFormFailure(error);
      });
      if (part.file.truncated) throw fail('imageTooLarge');
      if (part.file.bytesRead > 0) files.push({ path });
    } else if (typeof part.value === 'string') {
      if (part.valueTruncated) throw fail('tooLarge', { message: fieldTooLong(FIELD_MAX) });
      characters += part.value.length;
      if (characters > FIELDS_MAX) throw fail('tooLarge');
      addField(lists, fields, part.fieldname, part.value);
    }
  }
  const ordered = [...lists].map(([name, list]) => {
    const values = [...list].sort(([a], [b]) => a - b).map(([, value]) => value);
    return [name, values] as const;
  });
  return { fields: Object.fromEntries([...fields, ...ordered]), files };
}
