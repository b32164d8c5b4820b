import { constants, crc32, deflateRawSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const ADLER_MODULUS = 65_521;

/** Creates a PNG of any size from one repeated row, because sharp would allocate hundreds of millions of pixels. */
export function blackPng(width: number, height: number): Buffer {
  const row = Buffer.alloc(1 + 3 * width);
  const header = Buffer.concat([word(width), word(height), Buffer.from([8, 2, 0, 0, 0])]);
  // A full flush makes each compressed row independent of the previous one, so that its bytes can be repeated.
  const deflated = deflateRawSync(row, { finishFlush: constants.Z_FULL_FLUSH });
  const rows = Array<Buffer>(height).fill(deflated);
  // The Adler-32 checksum of zero bytes only.
  const checksum = word(((row.length * height) % ADLER_MODULUS) * 2 ** 16 + 1);
  const pixels = Buffer.concat([Buffer.from([0x78, 0x01]), ...rows, Buffer.from([0x03, 0x00]), checksum]);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

export function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([word(data.length), named, word(crc32(named))]);
}
