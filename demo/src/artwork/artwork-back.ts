import { frontLayouts } from './artwork-layouts.ts';
import { type ArtworkSubject, drawMark, drawSheet, PAPER, serialNumber } from './artwork-sheet.ts';
import { faceValueOf } from './face-value.ts';
import { drawRelief, drawRibbon, drawRosette, planRosette } from './guilloche.ts';
import { type Inks, inksOf, reversed } from './inks.ts';
import { drawHaloed, drawLettering, fitLettering } from './lettering.ts';
import type { Random } from './seeded-random.ts';

const MIDDLE_X = 600;
const FOIL = { x: 320, y: 350, width: 560, height: 128 };
const steps = ['REVEAL', 'COPY', 'REDEEM'];

/** The scratch-off field that hides the code. */
const drawFoil = (inks: Inks): string => {
  const { x, y, width, height } = FOIL;
  const code = { text: '**** **** **** ****', x: MIDDLE_X, y: y + 84, capHeight: 40, weight: 7, colour: inks.paper };
  return [
    `<rect x="${x - 14}" y="${y - 14}" width="${width + 28}" height="${height + 28}" rx="10" fill="${inks.paper}" stroke="${inks.ink}" stroke-width="4"/>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${inks.ink}"/>`,
    drawLettering({ ...code, anchor: 'middle' }),
  ].join('');
};

const drawSteps = (inks: Inks): string =>
  steps
    .map((step, index) => {
      const x = MIDDLE_X + (index - 1) * 230;
      const label = { text: step, x, y: 676, capHeight: 24, weight: 4.4, colour: inks.ink, tracking: 20 };
      const number = { text: String(index + 1), x, y: 612, capHeight: 36, weight: 6.5, colour: inks.ink };
      return [
        `<circle cx="${x}" cy="594" r="38" fill="${inks.paper}" stroke="${inks.second}" stroke-width="4"/>`,
        drawLettering({ ...number, anchor: 'middle' }),
        drawHaloed({ ...label, anchor: 'middle' }, inks.paper),
      ].join('');
    })
    .join('');

/** The back has the colours of the front reversed. */
export const drawBack = (subject: ArtworkSubject, random: Random): string => {
  const printed = inksOf(subject.company);
  const inks = frontLayouts[subject.category].isReversed ? printed : reversed(printed);
  const rings = planRosette(random, 270, 60);
  const colours = [inks.second, inks.ink];
  const { figure, unit } = faceValueOf(subject);
  const company = { text: subject.company, x: MIDDLE_X, y: 278, capHeight: 76, weight: 13, colour: inks.ink };
  const edge = { x: PAPER.x - 10, width: PAPER.width + 20, height: 34 };
  const serial = { text: serialNumber(random), x: 1060, y: 752, capHeight: 20, weight: 3.4, colour: inks.second };
  const value = { text: `${figure} ${unit}`.trim(), x: 150, y: 756, capHeight: 32, weight: 6, colour: inks.ink };

  return drawSheet(
    random,
    { category: subject.category, inks },
    [
      drawRelief(random, PAPER, 19, inks.tint, 1.6),
      drawRosette({ x: PAPER.x + 40, y: 430 }, rings, colours, 1.5),
      drawRosette({ x: PAPER.x + PAPER.width - 40, y: 430 }, rings, colours, 1.5),
      drawRibbon(random, { ...edge, y: PAPER.y + 16 }, inks.second, 1.8),
      drawMark(subject.category, { x: MIDDLE_X - 30, y: 128, size: 60 }, inks.second),
      drawHaloed({ ...fitLettering(company, 640), anchor: 'middle' }, inks.paper),
      drawFoil(inks),
      drawSteps(inks),
      drawHaloed(value, inks.paper),
      drawHaloed({ ...serial, anchor: 'end', tracking: 30 }, inks.paper),
    ].join(''),
  );
};
