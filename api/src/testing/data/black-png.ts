import { constants, crc32, deflateRawSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const ADLER_MODULUS = 65_521;

/** A picture of any size without making its pixels, of which sharp would make hundreds of millions: every row is the same. */
export function blackPng(width: number, height: number): Buffer {
  const row = Buffer.alloc(1 + 3 * width);
  const header = Buffer.concat([word(width), word(height), Buffer.from([8, 2, 0, 0, 0])]);
  // Flushed, a row leaves nothing to the next: the same bytes may follow as often as there are rows.
  const deflated = deflateRawSync(row, { finishFlush: constants.Z_FULL_FLUSH });
  const rows = Array<Buffer>(height).fill(deflated);
  // What zlib would count of nothing but zeros.
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
