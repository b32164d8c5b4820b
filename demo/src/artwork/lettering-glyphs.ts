/**
 * An alphabet of single strokes: capitals on a grid ten units high, with the baseline at 10.
 * Letters are drawn as paths, because a new machine may have no fonts.
 */
export type Glyph = { width: number; path: string };

const glyph = (width: number, path: string): Glyph => ({ width, path });

export const glyphs: Readonly<Record<string, Glyph>> = {
  A: glyph(7, 'M0 10L3.5 0L7 10M1.3 6.7H5.7'),
  B: glyph(6.2, 'M0 4.7H3.3A2.35 2.35 0 0 0 3.3 0H0V10H3.5A2.65 2.65 0 0 0 3.5 4.7H3.2'),
  C: glyph(6, 'M6 3A3 3 0 0 0 0 3V7A3 3 0 0 0 6 7'),
  D: glyph(6.2, 'M0 0V10H2.9A3.3 3.3 0 0 0 6.2 6.7V3.3A3.3 3.3 0 0 0 2.9 0Z'),
  E: glyph(5.3, 'M5.3 0H0V10H5.3M0 4.9H4.5'),
  F: glyph(5.2, 'M5.2 0H0V10M0 5H4.3'),
  G: glyph(6.1, 'M6 3A3 3 0 0 0 0 3V7A3 3 0 0 0 6.1 7V5.4H3.5'),
  H: glyph(6, 'M0 0V10M6 0V10M0 4.9H6'),
  I: glyph(0, 'M0 0V10'),
  J: glyph(4.6, 'M4.6 0V7.6A2.3 2.4 0 0 1 0 7.6'),
  K: glyph(6, 'M0 0V10M5.7 0L0 6M2.2 3.7L6 10'),
  L: glyph(5, 'M0 0V10H5'),
  M: glyph(7.6, 'M0 10V0L3.8 6.4L7.6 0V10'),
  N: glyph(6.2, 'M0 10V0L6.2 10V0'),
  O: glyph(6.3, 'M0 3.15A3.15 3.15 0 0 1 6.3 3.15V6.85A3.15 3.15 0 0 1 0 6.85Z'),
  P: glyph(6, 'M0 10V0H3.2A2.8 2.8 0 0 1 3.2 5.6H0'),
  Q: glyph(6.3, 'M0 3.15A3.15 3.15 0 0 1 6.3 3.15V6.85A3.15 3.15 0 0 1 0 6.85ZM3.8 7.6L6.4 10.4'),
  R: glyph(6.1, 'M0 10V0H3.2A2.7 2.7 0 0 1 3.2 5.4H0M3.1 5.4L6.1 10'),
  S: glyph(5.8, 'M5.5 2.6A2.65 2.6 0 0 0 2.9 0A2.6 2.45 0 0 0 .3 2.5C.3 5.5 5.8 4.3 5.8 7.4A2.9 2.6 0 0 1 0 7.4'),
  T: glyph(6, 'M0 0H6M3 0V10'),
  U: glyph(6, 'M0 0V7A3 3 0 0 0 6 7V0'),
  V: glyph(6.8, 'M0 0L3.4 10L6.8 0'),
  W: glyph(9.6, 'M0 0L2.4 10L4.8 1.4L7.2 10L9.6 0'),
  X: glyph(6.2, 'M0 0L6.2 10M6.2 0L0 10'),
  Y: glyph(6.4, 'M0 0L3.2 5.2L6.4 0M3.2 5.2V10'),
  Z: glyph(5.9, 'M.2 0H5.7L0 10H5.9'),
  '0': glyph(5.9, 'M0 2.95A2.95 2.95 0 0 1 5.9 2.95V7.05A2.95 2.95 0 0 1 0 7.05Z'),
  '1': glyph(2.6, 'M0 1.9L2.6 0V10'),
  '2': glyph(5.8, 'M.1 2.8A2.8 2.8 0 0 1 5.7 2.8C5.7 5.3 1.4 7.2 0 10H5.8'),
  '3': glyph(5.8, 'M.3 0H5.4L2.7 3.9A3.05 3.05 0 1 1 0 7.7'),
  '4': glyph(6.2, 'M4.6 10V0L0 7.3H6.2'),
  '5': glyph(5.9, 'M5.3 0H.8L.3 4.8C1 4.1 1.9 3.8 2.8 3.8A3.1 3.1 0 0 1 2.8 10A2.9 2.6 0 0 1 0 7.9'),
  '6': glyph(5.9, 'M4.2 0L.5 5.3M0 7A2.95 3 0 1 0 5.9 7A2.95 3 0 1 0 0 7Z'),
  '7': glyph(5.6, 'M0 0H5.6L1.9 10'),
  '8': glyph(
    5.9,
    'M.5 2.25A2.45 2.25 0 1 0 5.4 2.25A2.45 2.25 0 1 0 .5 2.25ZM0 7.25A2.95 2.75 0 1 0 5.9 7.25A2.95 2.75 0 1 0 0 7.25Z',
  ),
  '9': glyph(5.9, 'M1.7 10L5.4 4.7M5.9 3A2.95 3 0 1 0 0 3A2.95 3 0 1 0 5.9 3Z'),
  '₹': glyph(5.8, 'M0 0H5.8M0 2.8H5.8M0 0H1.7A2.8 2.8 0 0 1 1.7 5.6H0L4.7 10'),
  '%': glyph(
    8,
    'M6.6 0L1.4 10M0 2.2A1.7 2.2 0 1 0 3.4 2.2A1.7 2.2 0 1 0 0 2.2ZM4.6 7.8A1.7 2.2 0 1 0 8 7.8A1.7 2.2 0 1 0 4.6 7.8Z',
  ),
  '&': glyph(6.8, 'M6.8 10L1.5 3.4A2 2 0 1 1 4.7 3.4L1 6A2.6 2.6 0 0 0 2.7 10C4.8 10 6.2 8.2 6.6 6'),
  '+': glyph(5, 'M0 5.5H5M2.5 3V8'),
  '-': glyph(3.2, 'M0 5.4H3.2'),
  '.': glyph(0, 'M0 9.4V10'),
  ',': glyph(0.6, 'M.6 9.3L0 11.2'),
  "'": glyph(0, 'M0 0V2'),
  '·': glyph(0, 'M0 4.8V5.4'),
  '/': glyph(3.6, 'M3.6 0L0 10'),
  ':': glyph(0, 'M0 3.4V4M0 8.6V9.2'),
  '*': glyph(4, 'M2 2.6V7.4M0 3.8L4 6.2M4 3.8L0 6.2'),
};

export const SPACE_WIDTH = 4;
