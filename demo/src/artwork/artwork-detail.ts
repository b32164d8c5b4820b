import { type ArtworkSubject, drawMark, drawSeal, FIELD, serialNumber } from './artwork-sheet.ts';
import { faceValueOf, monogramOf } from './face-value.ts';
import { drawRelief, drawRosette, planRosette } from './guilloche.ts';
import { inksOf } from './inks.ts';
import { drawEngraved, drawHaloed, drawLettering, fitLettering, letteringWidth } from './lettering.ts';
import { pick, type Random } from './seeded-random.ts';

const MICROTEXT = { capHeight: 11, weight: 2, tracking: 22 };

/** A line of microtext that repeats the company's name. */
const drawMicrotext = (company: string, y: number, colour: string): string => {
  const unit = `${company} · `;
  const text = unit.repeat(Math.ceil(FIELD.width / letteringWidth({ ...MICROTEXT, text: unit })));
  return drawLettering({ ...MICROTEXT, text, x: -20, y, colour });
};

/** An enlarged corner of the paper. */
export const drawDetail = (subject: ArtworkSubject, random: Random): string => {
  const inks = inksOf(subject.company);
  const centre = { x: pick(random, [730, 760, 790]), y: pick(random, [390, 430, 470]) };
  const rings = planRosette(random, 470, 150);
  const { figure, unit } = faceValueOf(subject);
  const monogram = {
    text: monogramOf(subject.company),
    ...centre,
    y: centre.y + 150,
    capHeight: 300,
    weight: 54,
    tracking: 8,
  };
  const value = { text: `${figure} ${unit}`.trim(), x: 72, y: 152, capHeight: 72, weight: 13, colour: inks.ink };
  const serial = { text: serialNumber(random), x: 72, y: 700, capHeight: 34, weight: 6, colour: inks.second };

  return [
    `<rect width="${FIELD.width}" height="${FIELD.height}" fill="${inks.paper}"/>`,
    drawRelief(random, FIELD, 26, inks.tint, 2.4),
    drawRosette(centre, rings, [inks.ink, inks.second], 2.2),
    drawEngraved({ ...fitLettering(monogram, 560), colour: inks.ink, anchor: 'middle' }, inks.paper),
    `<rect y="756" width="${FIELD.width}" height="144" fill="${inks.ink}"/>`,
    ...[786, 812, 838, 864, 890].map((y) => drawMicrotext(subject.company, y, inks.tint)),
    drawMark(subject.category, { x: 66, y: 226, size: 150 }, inks.second),
    drawSeal(random, { x: 166, y: 540 }, inks, monogramOf(subject.company)),
    drawHaloed(fitLettering(value, 420), inks.paper),
    drawHaloed({ ...serial, tracking: 30 }, inks.paper),
  ].join('');
};
