import { buffer } from 'node:stream/consumers';
import { fieldTooLong, fileTooLarge } from '@shop/contract/failures/messages';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../failure.ts';
import { mapYielding } from '../../yielding-loop.ts';
import { asFormFailure, FIELD_MAX, formParts } from './form-parts.ts';
import type { Form } from './multipart-form.ts';

/** Spreadsheets save 'Unicode text' as UTF-16, which starts with a byte order mark. */
function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

const SLICE_BYTES = 65_536;

/** Decodes in slices and yields between them: bytes that are not text take a hundred times as long to decode. */
async function decoded(bytes: Buffer): Promise<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  const starts = Array.from({ length: Math.ceil(bytes.length / SLICE_BYTES) }, (_, index) => index * SLICE_BYTES);
  const texts = await mapYielding(starts, (start) =>
    decoder.decode(bytes.subarray(start, start + SLICE_BYTES), { stream: true }),
  );
  return texts.join('') + decoder.decode();
}

type TextForm = { file: string; field: string; maxBytes: number };

/**
 * Reads a form whose file is secret text: it stays in memory and becomes the value of the field.
 * Bytes that cannot be decoded become replacement characters.
 */
export async function readTextForm(request: FastifyRequest, { file, field, maxBytes }: TextForm): Promise<Form> {
  const fields: Record<string, string> = {};
  const limits = { fileSize: maxBytes, files: 1, fields: 20, fieldSize: FIELD_MAX };
  for await (const part of formParts(request, limits)) {
    if (part.type === 'file') {
      const bytes = await buffer(part.file).catch((error) => {
        throw asFormFailure(error);
      });
      if (part.file.truncated) throw fail('tooLarge', { message: fileTooLarge(maxBytes) });
      if (part.fieldname === file && bytes.length > 0) fields[field] = await decoded(bytes);
    } else if (typeof part.value === 'string') {
      if (part.valueTruncated) throw fail('tooLarge', { message: fieldTooLong(FIELD_MAX) });
      fields[part.fieldname] ??= part.value;
    }
  }
  return { fields, files: [], discard: async () => {} };
}
