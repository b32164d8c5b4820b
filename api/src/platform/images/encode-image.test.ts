import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { blackPng } from '../../testing/data/black-png.ts';
import { encodeImage } from './encode-image.ts';
import { ImageRefused } from './image-refused.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0B5D4E' } });

const noisy = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 }, background: '#888' },
  });

const refusal = (bytes: Buffer) =>
  encodeImage(bytes, { effort: 'fast' }).then(
    () => 'accepted',
    (error: unknown) => (error instanceof ImageRefused ? error.reason : error),
  );

describe('an accepted picture', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'a %s picture is re-encoded as AVIF and WebP',
    async (format) => {
      const { width, height, widths, files } = await encodeImage(await picture(700, 350).toFormat(format).toBuffer());
      expect({ width, height, widths }).toEqual({ width: 700, height: 350, widths: [320, 640, 700] });
      expect(files.map(({ name, contentType }) => [name, contentType])).toEqual([
        ['320.avif', 'image/avif'],
        ['640.avif', 'image/avif'],
        ['700.avif', 'image/avif'],
        ['320.webp', 'image/webp'],
        ['640.webp', 'image/webp'],
        ['700.webp', 'image/webp'],
      ]);
      for (const { name, bytes } of files) {
        const header = await sharp(bytes).metadata();
        expect(`${header.width}.${header.compression === 'av1' ? 'avif' : header.format}`).toBe(name);
      }
    },
  );

  it.each([
    [100, 50, 100, 50, [100]],
    [320, 240, 320, 240, [320]],
    [1280, 960, 1280, 960, [320, 640, 960, 1280]],
    [3000, 1500, 1280, 640, [320, 640, 960, 1280]],
    [100, 20_000, 13, 2560, [13]],
  ])('a picture of %i × %i is served at most at %i × %i', async (width, height, servedWidth, servedHeight, widths) => {
    const encoded = await encodeImage(await picture(width, height).png().toBuffer(), { effort: 'fast' });
    expect(encoded).toMatchObject({ width: servedWidth, height: servedHeight, widths });
  });

  it('only the first frame of an animation is used', async () => {
    const frames = Buffer.concat([Buffer.alloc(40 * 40 * 3, 255), Buffer.alloc(40 * 40 * 3, 0)]);
    const gif = await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const { files } = await encodeImage(gif);
    const webp = sharp(files.find(({ name }) => name === '40.webp')?.bytes);
    expect((await webp.metadata()).pages ?? 1).toBe(1);
    expect((await webp.stats()).channels[0]?.mean).toBeGreaterThan(250);
  });

  it.each([
    ['16-bit', picture(64, 64).toColourspace('rgb16').png()],
    ['grey', picture(64, 64).toColourspace('b-w').png()],
    ['CMYK', picture(64, 64).toColourspace('cmyk').jpeg()],
    ['transparent', picture(64, 64).ensureAlpha(0.5).png()],
  ])('a %s picture is converted to plain sRGB', async (_name, source) => {
    const { files } = await encodeImage(await source.toBuffer());
    expect(files).toHaveLength(2);
    for (const { bytes } of files) {
      expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
    }
  });

  it('the orientation is applied, and location, camera and profile are removed', async () => {
    const photo = await picture(400, 200)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Model: 'CANARY' }, IFD3: { GPSLatitude: '28/1 36/1 0/1', GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(photo.includes('CANARY')).toBe(true);
    expect((await sharp(photo).metadata()).orientation).toBe(6);

    const { width, height, files } = await encodeImage(photo);
    expect({ width, height }).toEqual({ width: 200, height: 400 });
    expect(files).toHaveLength(2);
    for (const { bytes } of files) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
      expect(bytes.includes('CANARY')).toBe(false);
    }
  });

  it.each([
    ['fast', 1.4],
    ['best', 2],
  ] as const)('a detailed picture stays within its size budget (%s)', async (effort, blur) => {
    const { files } = await encodeImage(await noisy(1280, 960).blur(blur).png().toBuffer(), { effort });
    const kilobytes = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes.length / 1000]));
    expect(kilobytes['640.avif']).toBeLessThanOrEqual(40);
    expect(kilobytes['640.webp']).toBeLessThanOrEqual(40);
    expect(kilobytes['960.avif']).toBeLessThanOrEqual(60);
    expect(kilobytes['1280.avif']).toBeLessThanOrEqual(60);
    expect(kilobytes['1280.webp']).toBeLessThanOrEqual(60);
  });
});

describe('a refused upload', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

  it.each([
    ['an SVG', Buffer.from(svg)],
    ['an SVG after a declaration', Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a web page that starts like a GIF', Buffer.from('GIF89a/*<script>*/=1;alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused', async (_name, bytes) => {
    expect(await refusal(bytes)).toBe('not-an-image');
  });

  it('a TIFF is refused, although the decoder could read it', async () => {
    expect(await refusal(await picture(9, 9).tiff().toBuffer())).toBe('not-an-image');
  });

  it('a picture with a web page appended is refused', async () => {
    const png = await picture(9, 9).png().toBuffer();
    expect(await refusal(png)).toBe('accepted');
    expect(await refusal(Buffer.concat([png, Buffer.from('<ScRiPt>alert(1)</script>')]))).toBe('not-an-image');
  });

  it('a truncated picture is refused', async () => {
    const jpeg = await noisy(300, 300).jpeg().toBuffer();
    expect(await refusal(jpeg.subarray(0, jpeg.length / 2))).toBe('unreadable');
  });

  it('a picture without pixel data is refused', async () => {
    expect(await refusal((await picture(9, 9).png().toBuffer()).subarray(0, 40))).toBe('unreadable');
  });

  it('a picture of more than 40 megapixels is refused before decoding', async () => {
    expect(await refusal(blackPng(400, 300))).toBe('accepted');
    const huge = blackPng(14_000, 14_000);
    const before = process.memoryUsage().rss;
    expect(await refusal(huge)).toBe('too-many-pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it('an AVIF of more than 10 megapixels is refused, a WebP is not', async () => {
    expect(await refusal(await picture(4000, 2501).avif({ effort: 0 }).toBuffer())).toBe('too-many-pixels');
    expect(await refusal(await picture(4000, 2501).webp({ effort: 0 }).toBuffer())).toBe('accepted');
  });

  it('a refused picture does not block the next one', async () => {
    const good = await picture(9, 9).png().toBuffer();
    const answers = await Promise.all([refusal(Buffer.from(svg)), refusal(good), refusal(Buffer.from(svg))]);
    expect(answers).toEqual(['not-an-image', 'accepted', 'not-an-image']);
  });
});
