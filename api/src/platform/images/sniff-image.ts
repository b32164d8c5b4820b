export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'heif';

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';
const AVIF_BRANDS = ['avif', 'avis'];

/**
 * Detects the image kind by its first bytes, with the decoder's names (AVIF is `heif`). All other files are kept away from
 * the decoder, which would also open SVG and TIFF.
 */
export function sniffImage(bytes: Buffer): ImageKind | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === PNG_SIGNATURE) return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp' && AVIF_BRANDS.includes(text(8, 12))) return 'heif';
  return null;
}

const MARKUP = /<(?:script|html|!doctype html)[\s>]/i;

/** True for a file that is also a web page. Re-encoding would make it harmless, but such an upload is an attack. */
export function looksLikeMarkup(bytes: Buffer): boolean {
  return MARKUP.test(bytes.toString('latin1'));
}
