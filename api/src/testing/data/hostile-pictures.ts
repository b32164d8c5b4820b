import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { chunk, word } from './black-png.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0B5D4E' } });

const AFTER_PNG_HEADER = 33;

/** A decompression bomb: 1.5 MB that libpng unpacks to several gigabytes. */
export async function pngWithTexts(count = 200): Promise<Buffer> {
  const png = await picture(64, 64).png().toBuffer();
  const packed = deflateSync(Buffer.alloc(7_900_000, 'A'), { level: 9 });
  const texts = Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? chunk('zTXt', Buffer.concat([Buffer.from(`k${index}\0\0`), packed]))
      : chunk('iTXt', Buffer.concat([Buffer.from(`k${index}\0\x01\0\0\0`), packed])),
  );
  return Buffer.concat([png.subarray(0, AFTER_PNG_HEADER), ...texts, png.subarray(AFTER_PNG_HEADER)]);
}

/** Within the pixel limit, but an interlaced PNG must be decoded in memory as a whole. */
export const largeInterlacedPng = (): Promise<Buffer> =>
  picture(6300, 6300).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer();

/** A progressive JPEG that repeats its last scan with its table. `before` is inserted before each repetition. */
export async function jpegWithScans(count: number, before: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  const jpeg = await picture(64, 64).jpeg({ progressive: true }).toBuffer();
  const end = jpeg.length - 2;
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xc4])), end);
  const scans = Array<Buffer>(count).fill(Buffer.concat([before, scan]));
  return Buffer.concat([jpeg.subarray(0, end), ...scans, jpeg.subarray(end)]);
}

/** Animations with `count` frames. */
export async function gifWithFrames(count: number): Promise<Buffer> {
  const gif = await picture(64, 64).gif().toBuffer();
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0]);
  return Buffer.concat([gif.subarray(0, -1), ...Array<Buffer>(count).fill(frame), gif.subarray(-1)]);
}
export async function webpWithFrames(count: number): Promise<Buffer> {
  const frame = (await picture(2, 2).webp({ lossless: true }).toBuffer()).subarray(12);
  const placed = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 100, 0, 0, 0]), frame]);
  const frames = Array<Buffer>(count).fill(riffChunk('ANMF', placed));
  const canvas = riffChunk('VP8X', Buffer.from([0x12, 0, 0, 0, 63, 0, 0, 63, 0, 0]));
  const body = Buffer.concat([Buffer.from('WEBP'), canvas, riffChunk('ANIM', Buffer.alloc(6)), ...frames]);
  return riffChunk('RIFF', body);
}

function riffChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
}

/** A picture of 64 × 64 pixels with an alpha channel of ten million. With 81 million, 2 KB need 1.5 GB of memory. */
export async function avifWithLargeAlpha(): Promise<Buffer> {
  const small = avifParts(await picture(64, 64).avif().toBuffer());
  const large = avifParts(await picture(4000, 2501).toColourspace('b-w').avif({ effort: 0 }).toBuffer());
  const alpha = fullBox('auxC', Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'));
  const uses = Buffer.concat([word(2), half(1), Buffer.from([2, 1, 2]), half(2), Buffer.from([3, 3, 4, 5])]);
  const properties = [
    small.properties.ispe,
    small.properties.av1C,
    large.properties.ispe,
    large.properties.av1C,
    alpha,
  ];
  return avif({
    items: [
      { type: 'av01', extents: [[0, small.pixels.length]] },
      { type: 'av01', extents: [[small.pixels.length, large.pixels.length]] },
    ],
    iprp: box('iprp', box('ipco', ...properties), fullBox('ipma', uses)),
    iref: fullBox('iref', box('auxl', half(2), half(1), half(1))),
    handler: small.handler,
    data: Buffer.concat([small.pixels, large.pixels]),
  });
}

/** Twenty metadata items that each reference the same 1 MB thirty times. */
export async function avifWithSharedMetadata(): Promise<Buffer> {
  const { pixels, iprp, handler } = avifParts(await picture(64, 64).avif().toBuffer());
  const shared = Buffer.alloc(1_000_000, 'A');
  const extents = Array<[number, number]>(30).fill([pixels.length, shared.length]);
  const metadata = Array.from({ length: 20 }, () => ({ type: 'mime', extents }));
  const refs = metadata.map((_, index) => box('cdsc', half(index + 2), half(1), half(1)));
  return avif({
    items: [{ type: 'av01', extents: [[0, pixels.length]] }, ...metadata],
    iprp,
    iref: fullBox('iref', ...refs),
    handler,
    data: Buffer.concat([pixels, shared]),
  });
}

type Avif = {
  items: { type: string; extents: [number, number][] }[];
  iprp: Buffer;
  iref: Buffer;
  handler: Buffer;
  data: Buffer;
};

function avif({ items, iprp, iref, handler, data }: Avif): Buffer {
  const names = items.map(({ type }, index) => {
    const content = type === 'mime' ? 'application/rdf+xml\0' : '';
    return box('infe', word(2 * 2 ** 24), half(index + 1), half(0), Buffer.from(`${type}\0${content}`));
  });
  const head = (start: number) => {
    const places = items.map(({ extents }, index) =>
      Buffer.concat([
        half(index + 1),
        half(0),
        half(extents.length),
        ...extents.map(([at, length]) => Buffer.concat([word(start + at), word(length)])),
      ]),
    );
    const locations = fullBox('iloc', Buffer.from([0x44, 0]), half(items.length), ...places);
    const list = fullBox('iinf', half(items.length), ...names);
    const meta = fullBox('meta', handler, fullBox('pitm', half(1)), locations, list, iref, iprp);
    return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')), meta]);
  };
  return Buffer.concat([head(head(0).length + 8), box('mdat', data)]);
}

function avifParts(bytes: Buffer) {
  const { meta, mdat } = boxes(bytes);
  const { iprp, hdlr } = boxes(meta.subarray(12));
  const { ipco } = boxes(iprp.subarray(8));
  const { ispe, av1C } = boxes(ipco.subarray(8));
  return { iprp, handler: hdlr, pixels: mdat.subarray(8), properties: { ispe, av1C } };
}

function boxes(bytes: Buffer): Record<'meta' | 'mdat' | 'iprp' | 'hdlr' | 'ipco' | 'ispe' | 'av1C', Buffer> {
  const found: Record<string, Buffer> = {};
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    found[bytes.toString('latin1', at + 4, at + 8)] = bytes.subarray(at, at + bytes.readUInt32BE(at));
  return found as ReturnType<typeof boxes>;
}

const half = (value: number) => word(value).subarray(2);
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([word(data.length + 8), Buffer.from(type), data]);
};
const fullBox = (type: string, ...parts: Buffer[]): Buffer => box(type, word(0), ...parts);
