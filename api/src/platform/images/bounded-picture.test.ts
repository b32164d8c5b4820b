import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  avifWithLargeAlpha,
  avifWithSharedMetadata,
  gifWithFrames,
  jpegWithScans,
  largeInterlacedPng,
  pngWithTexts,
  webpWithFrames,
} from '../../testing/data/hostile-pictures.ts';
import { boundedPicture } from './bounded-picture.ts';
import { ImageRefused } from './image-refused.ts';
import { sniffImage } from './sniff-image.ts';

function bounded(bytes: Buffer): Buffer | string {
  const kind = sniffImage(bytes);
  if (!kind) throw new Error('not a picture');
  try {
    return boundedPicture(kind, bytes);
  } catch (error) {
    if (error instanceof ImageRefused) return error.reason;
    throw error;
  }
}

const pixelsOf = (bytes: Buffer | string) => sharp(bytes).raw().toBuffer();
const source = sharp({
  create: { width: 40, height: 30, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } },
});

describe('the bounded picture', () => {
  it.each([
    ['PNG', 'texts', () => pngWithTexts(6), 1_000],
    ['GIF', 'frames after the first', () => gifWithFrames(1_000), 1_000],
    ['WebP', 'frames after the first', () => webpWithFrames(1_000), 200],
  ])('a bounded %s has none of its %s', async (_kind, _part, make, most) => {
    const hostile = await make();
    const parts = bounded(hostile);
    expect(hostile.length).toBeGreaterThan(10 * most);
    expect(parts.length).toBeLessThan(most);
    expect(await sharp(parts).metadata()).toMatchObject({ width: 64, height: 64 });
  });

  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('a bounded %s shows the same picture', async (format) => {
    const bytes = await source
      .clone()
      .withIccProfile('p3')
      .withExif({ IFD0: { Model: 'camera' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .toFormat(format)
      .toBuffer();
    const parts = bounded(bytes);
    expect(await pixelsOf(parts)).toEqual(await pixelsOf(bytes));
    const [{ icc }, before] = [await sharp(parts).metadata(), await sharp(bytes).metadata()];
    expect(icc).toEqual(before.icc);
  });

  it.each(['png', 'webp', 'jpeg'] as const)('a bounded %s keeps its orientation', async (format) => {
    const bytes = await source.clone().withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
    expect((await sharp(bounded(bytes)).metadata()).orientation).toBe(6);
  });

  it('a bounded AVIF has no video tables', async () => {
    const still = await source.clone().avif().toBuffer();
    const film = Buffer.concat([still, Buffer.from('\0\0\0\x0cmoov\0\0\0\0', 'latin1')]);
    expect(bounded(film).includes('moov')).toBe(false);
    expect(await pixelsOf(bounded(film))).toEqual(await pixelsOf(still));
  });
});

describe('a refused picture', () => {
  it('an interlaced PNG that needs more than 240 MB is refused', async () => {
    expect(bounded(await largeInterlacedPng())).toBe('too-complex');
  });

  it('a PNG with more chunks than any encoder writes is refused', async () => {
    const png = await source.clone().png().toBuffer();
    const empty = Buffer.from([0, 0, 0, 0, ...Buffer.from('teSt'), 0, 0, 0, 0]);
    expect(bounded(Buffer.concat([png.subarray(0, 33), ...Array(20_000).fill(empty), png.subarray(33)]))).toBe(
      'too-complex',
    );
  });

  it('a JPEG with more scans than any encoder writes is refused', async () => {
    expect(typeof bounded(await jpegWithScans(20))).toBe('object');
    expect(bounded(await jpegWithScans(40))).toBe('too-complex');
  });

  it.each([
    ['a restart marker', [0xff, 0xd0]],
    ['an end within a comment', [0xff, 0xfe, 0, 4, 0xff, 0xd9]],
    ['bytes between the segments', [0xff, 0, 1, 2]],
  ])('a JPEG that hides its scans behind %s is refused', async (_name, before) => {
    expect(bounded(await jpegWithScans(40, Buffer.from(before)))).toBe('too-complex');
  });

  it('an AVIF with a transparency of more than 10 megapixels is refused', async () => {
    expect(bounded(await avifWithLargeAlpha())).toBe('too-many-pixels');
  });

  it('an AVIF that reads the same bytes into many items is refused', async () => {
    expect(bounded(await avifWithSharedMetadata())).toBe('too-complex');
  });

  it('an AVIF that is combined from other pictures is refused', async () => {
    const avif = await source.clone().avif().toBuffer();
    avif.write('grid', avif.indexOf('av01', avif.indexOf('infe')));
    expect(bounded(avif)).toBe('too-complex');
  });
});
