import { IMAGE } from '@shop/contract/limits/admin-limits';
import { boundedAvif } from './bounded-avif.ts';
import { ImageRefused } from './image-refused.ts';
import type { ImageKind } from './sniff-image.ts';

// The decoder holds a whole interlaced PNG or progressive JPEG in memory. The limit is 6 bytes per allowed pixel.
const MAX_WHOLE_BYTES = 6 * IMAGE.maxPixels;
// Each scan of a progressive JPEG is one pass over all pixels. Encoders write about ten scans.
const JPEG_MAX_SCANS = 32;
// More than twice as many chunks as an encoder writes with its smallest chunk size.
const PNG_MAX_CHUNKS = 20_000;
// The maximum in a JPEG. EXIF is needed for the orientation.
const EXIF_MAX_BYTES = 65_536;

/**
 * Removes the parts of the file that the shop does not need, so that the decoder does not unpack them. Refuses a picture
 * that takes too much memory or time to decode even though its pixels are within the limit.
 */
export function boundedPicture(kind: ImageKind, bytes: Buffer): Buffer {
  try {
    if (kind === 'png') return boundedPng(bytes);
    if (kind === 'webp') return boundedWebp(bytes);
    if (kind === 'gif') return firstGifFrame(bytes);
    if (kind === 'heif') return boundedAvif(bytes);
    checkJpeg(bytes);
    return bytes;
  } catch (cause) {
    // A RangeError means that the file ends in the middle of a part.
    if (cause instanceof RangeError) throw new ImageRefused('unreadable', { cause });
    throw cause;
  }
}

const tooComplex = () => new ImageRefused('too-complex');

const chunkType = (name: string) => Buffer.from(name, 'latin1').readUInt32BE();
const IHDR = chunkType('IHDR');
const IEND = chunkType('IEND');
const EXIF = chunkType('eXIf');
const WEBP_EXIF = chunkType('EXIF');
const PNG_NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB'].map(chunkType));
// libpng unpacks all of these chunks but uses only the first of a type.
const PNG_ONCE = new Set(['iCCP', 'eXIf'].map(chunkType));

function boundedPng(bytes: Buffer): Buffer {
  const once = new Set(PNG_ONCE);
  const kept = [bytes.subarray(0, 8)];
  let chunks = 0;
  for (let at = 8; at + 8 <= bytes.length; chunks += 1) {
    if (chunks === PNG_MAX_CHUNKS) throw tooComplex();
    const length = bytes.readUInt32BE(at);
    const type = bytes.readUInt32BE(at + 4);
    const end = at + 12 + length;
    if (type === IHDR) checkInterlaced(bytes.subarray(at + 8, end));
    const isSmall = type !== EXIF || length <= EXIF_MAX_BYTES;
    if (PNG_NEEDED.has(type) || (once.delete(type) && isSmall)) kept.push(bytes.subarray(at, end));
    if (type === IEND) break;
    at = end;
  }
  return Buffer.concat(kept);
}

function checkInterlaced(header: Buffer): void {
  const bytesPerPixel = (4 * header.readUInt8(8)) / 8;
  const isInterlaced = header.readUInt8(12) === 1;
  if (isInterlaced && header.readUInt32BE(0) * header.readUInt32BE(4) * bytesPerPixel > MAX_WHOLE_BYTES)
    throw tooComplex();
}

// Only the first frame of an animation is kept, because libwebp's time grows with the square of the frames.
const WEBP_ONCE = ['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L', 'EXIF'];

function boundedWebp(bytes: Buffer): Buffer {
  const once = new Set(WEBP_ONCE.map(chunkType));
  const kept = [bytes.subarray(0, 12)];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.readUInt32BE(at);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    const isSmall = type !== WEBP_EXIF || length <= EXIF_MAX_BYTES;
    if (once.delete(type) && isSmall) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const bounded = Buffer.concat(kept);
  bounded.writeUInt32LE(bounded.length - 8, 4);
  return bounded;
}

const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_TRAILER = Buffer.from([0x3b]);

/** The bytes of a colour table. Its flags contain its size. */
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function firstGifFrame(bytes: Buffer): Buffer {
  let at = 13 + colourTable(bytes.readUInt8(10));
  let isImage = false;
  while (!isImage) {
    const block = bytes.readUInt8(at);
    if (block !== GIF_EXTENSION && block !== GIF_IMAGE) return bytes.subarray(0, at);
    isImage = block === GIF_IMAGE;
    at += isImage ? 11 + colourTable(bytes.readUInt8(at + 9)) : 2;
    // Data blocks follow, up to an empty one.
    for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += 1 + size;
    at += 1;
  }
  return Buffer.concat([bytes.subarray(0, at), GIF_TRAILER]);
}

const SOS = 0xda;
const EOI = 0xd9;
const TEM = 0x01;
const SOI = 0xd8;
// The markers C0 to CF start a frame, except DHT, JPG and DAC.
const NO_FRAME = [0xc4, 0xc8, 0xcc];
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.includes(marker);
/** Inside scan data: an escaped FF, or a restart marker. */
const isScanData = (next: number) => next === 0 || (next >= 0xd0 && next <= 0xd7);
const hasNoSegment = (marker: number) => isScanData(marker) || marker === TEM || marker === SOI;

type Frame = { isProgressive: boolean; components: number; wholeBytes: number };

function readFrame(marker: number, frame: Buffer): Frame {
  const components = frame.readUInt8(5);
  const factors = Array.from({ length: components }, (_, index) => frame.readUInt8(7 + 3 * index));
  const [across, down] = [factors.map((factor) => factor >> 4), factors.map((factor) => factor & 15)];
  const samples = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0);
  const samplesPerPixel = samples / (Math.max(...across) * Math.max(...down));
  const pixels = frame.readUInt16BE(1) * frame.readUInt16BE(3);
  return { isProgressive: (marker & 3) === 2, components, wholeBytes: 2 * pixels * samplesPerPixel };
}

function checkJpeg(bytes: Buffer): void {
  let frame: Frame | undefined;
  let scans = 0;
  for (let at = 2; ; ) {
    while (bytes.readUInt8(at) !== 0xff || bytes.readUInt8(at + 1) === 0xff) at += 1;
    const marker = bytes.readUInt8(at + 1);
    if (marker === EOI) return;
    if (hasNoSegment(marker)) {
      at += 2;
      continue;
    }
    const segment = at + 4;
    at += 2 + bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) frame = readFrame(marker, bytes.subarray(segment, at));
    if (marker !== SOS || !frame) continue;
    const isWhole = frame.isProgressive || bytes.readUInt8(segment) < frame.components;
    // A baseline JPEG has a single scan, and the decoder stops after it.
    if (!isWhole) return;
    scans += 1;
    if (scans > JPEG_MAX_SCANS || frame.wholeBytes > MAX_WHOLE_BYTES) throw tooComplex();
    while (at < bytes.length && (bytes[at] !== 0xff || isScanData(bytes[at + 1] ?? 0)))
      at += bytes[at] === 0xff ? 2 : 1;
  }
}
