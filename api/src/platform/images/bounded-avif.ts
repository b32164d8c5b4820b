import { ImageRefused } from './image-refused.ts';

/** Decoding an AVIF takes about 18 bytes per pixel, four times as much as other formats. */
export const AVIF_MAX_PIXELS = 10_000_000;

// Other boxes, such as the sample tables of a video, are not needed for a still picture.
const NEEDED = new Set(['ftyp', 'meta', 'mdat', 'idat']);
// Items that combine other items of the file. A small file could repeat them very often.
const DERIVED = new Set(['grid', 'iovl', 'iden']);

type Box = { type: string; at: number; data: Buffer };

function* boxesIn(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const isLong = bytes.readUInt32BE(at) === 1;
    const header = isLong ? 16 : 8;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at) || bytes.length - at;
    if (size < header) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), at, data: bytes.subarray(at + header, at + size) };
    at += size;
  }
}

/** Turns unneeded boxes into `free` boxes, which decoders skip. Refuses too many pixels and metadata that expands. */
export function boundedAvif(file: Buffer): Buffer {
  const bytes = Buffer.from(file);
  for (const { type, at, data } of boxesIn(bytes)) {
    if (type === 'meta') checkMeta(data, bytes.length);
    else if (!NEEDED.has(type)) bytes.write('free', at + 4);
  }
  return bytes;
}

// The version and flags at the start of a full box, in bytes.
const FULL = 4;

function checkMeta(meta: Buffer, fileBytes: number): void {
  for (const { type, data } of boxesIn(meta.subarray(FULL))) {
    if (type === 'iprp') checkSizes(data);
    if (type === 'iinf') checkItems(data);
    // Items may share bytes, so their total can be many times the file's size. Each item is read into memory.
    if (type === 'iloc' && itemBytes(data, fileBytes) > fileBytes) throw new ImageRefused('too-complex');
  }
}

/** Checks the pixels of the picture, of its transparency and of other decoded items. */
function checkSizes(properties: Buffer): void {
  for (const { type, data } of boxesIn(properties)) {
    if (type === 'ipco') checkSizes(data);
    if (type === 'ispe' && data.readUInt32BE(FULL) * data.readUInt32BE(FULL + 4) > AVIF_MAX_PIXELS)
      throw new ImageRefused('too-many-pixels');
  }
}

function checkItems(items: Buffer): void {
  const countBytes = items.readUInt8(0) === 0 ? 2 : 4;
  for (const { type, data } of boxesIn(items.subarray(FULL + countBytes))) {
    if (type !== 'infe') continue;
    const idBytes = data.readUInt8(0) === 3 ? 4 : 2;
    const typeAt = FULL + idBytes + 2;
    if (DERIVED.has(data.toString('latin1', typeAt, typeAt + 4))) throw new ImageRefused('too-complex');
  }
}

/** The total bytes of all items. */
function itemBytes(iloc: Buffer, fileBytes: number): number {
  const version = iloc.readUInt8(0);
  const sizes = iloc.readUInt16BE(FULL);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  let at = FULL + 2;
  const read = (width: number): number => {
    const value = width === 8 ? Number(iloc.readBigUInt64BE(at)) : width === 0 ? 0 : iloc.readUIntBE(at, width);
    at += width;
    return value;
  };
  const idBytes = version === 2 ? 4 : 2;
  let total = 0;
  for (let items = read(idBytes); items > 0; items -= 1) {
    read(idBytes);
    if (version > 0) read(2);
    read(2);
    read(baseBytes);
    for (let extents = read(2); extents > 0; extents -= 1) {
      read(indexBytes);
      read(offsetBytes);
      // A length of zero means the whole file.
      total += read(lengthBytes) || fileBytes;
    }
  }
  return total;
}
