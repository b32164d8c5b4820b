export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'heif';

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';
const AVIF_BRANDS = ['avif', 'avis'];

/**
 * Which accepted kind of image the first bytes announce, in the decoder's own words (AVIF is `heif` to it).
 * Deciding here keeps everything else away from the decoder, which would also open SVG and TIFF.
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

/** An image that is also a web page. Re-encoding would disarm it, but nobody uploads one by accident. */
export function looksLikeMarkup(bytes: Buffer): boolean {
  return MARKUP.test(bytes.toString('latin1'));
}
