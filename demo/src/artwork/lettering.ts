import { type Glyph, glyphs, SPACE_WIDTH } from './lettering-glyphs.ts';

const GRID_HEIGHT = 10;
const DEFAULT_TRACKING = 15;

type Lettering = {
  text: string;
  x: number;
  /** The baseline. */
  y: number;
  capHeight: number;
  weight: number;
  colour: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Free space between letters in hundredths of the cap height. */
  tracking?: number;
};

type PlacedGlyph = { path: string; x: number };

const round = (value: number) => Math.round(value * 100) / 100;

const isGlyph = (glyph: Glyph | undefined): glyph is Glyph => glyph !== undefined;

/** The characters of a text that the alphabet does not have. */
export const missingGlyphs = (text: string): string[] =>
  [...text.toUpperCase().replaceAll('’', "'")].filter((character) => character !== ' ' && !isGlyph(glyphs[character]));

const place = (text: string, gap: number): { placed: PlacedGlyph[]; width: number } => {
  const placed: PlacedGlyph[] = [];
  let cursor = 0;
  for (const character of text.toUpperCase().replaceAll('’', "'")) {
    const glyph = glyphs[character];
    if (isGlyph(glyph)) {
      placed.push({ path: glyph.path, x: cursor });
      cursor += glyph.width + gap;
    } else {
      cursor += SPACE_WIDTH;
    }
  }
  return { placed, width: Math.max(0, cursor - gap) };
};

const gapOf = ({
  capHeight,
  weight,
  tracking = DEFAULT_TRACKING,
}: Pick<Lettering, 'capHeight' | 'weight' | 'tracking'>) => (weight / capHeight) * GRID_HEIGHT + tracking / 10;

export const letteringWidth = (lettering: Pick<Lettering, 'text' | 'capHeight' | 'weight' | 'tracking'>): number =>
  (place(lettering.text, gapOf(lettering)).width * lettering.capHeight) / GRID_HEIGHT + lettering.weight;

/** Shrinks cap height and weight together until the text fits. */
export const fitLettering = <Fitted extends Pick<Lettering, 'text' | 'capHeight' | 'weight' | 'tracking'>>(
  lettering: Fitted,
  maxWidth: number,
): Fitted => {
  const factor = Math.min(1, maxWidth / letteringWidth(lettering));
  return { ...lettering, capHeight: lettering.capHeight * factor, weight: lettering.weight * factor };
};

export const drawLettering = (lettering: Lettering): string => {
  const { text, x, y, capHeight, weight, colour, anchor = 'start' } = lettering;
  const scale = capHeight / GRID_HEIGHT;
  const { placed, width } = place(text, gapOf(lettering));
  const shift = { start: 0, middle: width / 2, end: width }[anchor];
  const paths = placed.map((glyph) => `<path transform="translate(${round(glyph.x - shift)} 0)" d="${glyph.path}"/>`);
  return `<g transform="translate(${round(x)} ${round(y - capHeight)}) scale(${scale.toFixed(4)})" fill="none" stroke="${colour}" stroke-width="${round(weight / scale)}" stroke-linejoin="round" stroke-linecap="round">${paths.join('')}</g>`;
};

/** The same text in another weight and colour. Each letter keeps its position. */
const relayer = (lettering: Lettering, weight: number, colour: string): string => {
  const widening = ((lettering.weight - weight) / lettering.capHeight) * GRID_HEIGHT;
  return drawLettering({
    ...lettering,
    weight,
    colour,
    tracking: (lettering.tracking ?? DEFAULT_TRACKING) + widening * 10,
  });
};

/** Lettering with a paper-coloured outline, so that it can be read on a pattern. */
export const drawHaloed = (lettering: Lettering, paper: string): string =>
  relayer(lettering, lettering.weight * 1.4 + 7, paper) + drawLettering(lettering);

/** Outlined strokes with a fine light line inside, as on a banknote. */
export const drawEngraved = (lettering: Lettering, paper: string): string =>
  drawHaloed(lettering, paper) + relayer(lettering, lettering.weight * 0.13, paper);

/** Letters on a circle, centred at the top and read clockwise. */
export const drawLetteringOnCircle = (
  lettering: Omit<Lettering, 'anchor'> & { radius: number; startDegrees: number; sweepDegrees: number },
): string => {
  const { text, x, y, radius, startDegrees, sweepDegrees } = lettering;
  const characters = [...text];
  return characters
    .map((character, index) => {
      const degrees = startDegrees + (sweepDegrees * (index + 0.5)) / characters.length;
      const letter = drawLettering({ ...lettering, text: character, x, y: y - radius, anchor: 'middle' });
      return `<g transform="rotate(${round(degrees)} ${round(x)} ${round(y)})">${letter}</g>`;
    })
    .join('');
};
