import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { fail } from '../failure.ts';
import { formParts, orMalformed } from './form-parts.ts';
import type { Form } from './multipart-form.ts';

/** Spreadsheets save their 'Unicode text' as UTF-16, which its first bytes tell. */
function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

type TextForm = { file: string; field: string; maxBytes: number };

/**
 * Reads a form whose file is text that no disk may see: it is kept in memory, as if it had been typed into the field.
 * What cannot be decoded becomes replacement characters.
 */
export async function readTextForm(request: FastifyRequest, { file, field, maxBytes }: TextForm): Promise<Form> {
  const fields: Record<string, string> = {};
  const limits = { fileSize: maxBytes, files: 1, fields: 20, fieldSize: maxBytes };
  for await (const part of formParts(request, limits)) {
    if (part.type === 'file') {
      const bytes = await buffer(part.file).catch((error) => {
        throw orMalformed(error);
      });
      if (part.file.truncated) throw fail('tooLarge');
      if (part.fieldname === file && bytes.length > 0) fields[field] = new TextDecoder(encodingOf(bytes)).decode(bytes);
    } else if (typeof part.value === 'string') {
      if (part.valueTruncated) throw fail('tooLarge');
      fields[part.fieldname] ??= part.value;
    }
  }
  return { fields, files: [], discard: async () => {} };
}
