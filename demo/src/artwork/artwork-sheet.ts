import type { Category } from '@shop/contract/products/categories';
import { categoryMark } from './category-marks.ts';
import { type Area, drawRelief } from './guilloche.ts';
import type { Inks } from './inks.ts';
import { drawLettering, drawLetteringOnCircle } from './lettering.ts';
import { paperOutline } from './paper-shapes.ts';
import { type Random, wholeBetween } from './seeded-random.ts';

/** The product fields that a picture depends on. */
export type ArtworkSubject = {
  slug: string;
  title: string;
  company: string;
  category: Category;
  pricePaise: number;
};

export const FIELD: Area = { x: 0, y: 0, width: 1200, height: 900 };
export const PAPER: Area = { x: 60, y: 76, width: 1080, height: 748 };

export const svgDocument = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FIELD.width} ${FIELD.height}" width="${FIELD.width}" height="${FIELD.height}">${content}</svg>`;

/** The paper on its background. The print is clipped at the edge of the paper. */
export const drawSheet = (
  random: Random,
  { category, inks }: { category: Category; inks: Inks },
  print: string,
): string => {
  const outline = paperOutline(category, PAPER);
  return [
    `<rect width="${FIELD.width}" height="${FIELD.height}" fill="${inks.ground}"/>`,
    drawRelief(random, FIELD, 28, inks.groundLine, 2),
    `<path d="${outline}" transform="translate(10 14)" fill="#10201C" fill-opacity="0.18"/>`,
    `<clipPath id="paper"><path d="${outline}"/></clipPath>`,
    `<path d="${outline}" fill="${inks.paper}"/>`,
    `<g clip-path="url(#paper)" style="isolation:isolate">${print}</g>`,
  ].join('');
};

export const drawMark = (
  category: Category,
  { x, y, size }: { x: number; y: number; size: number },
  colour: string,
): string => `<g transform="translate(${x} ${y}) scale(${size / 100})" color="${colour}">${categoryMark(category)}</g>`;

/** The shop's stamp, slightly rotated. */
export const drawSeal = (random: Random, { x, y }: { x: number; y: number }, inks: Inks, text: string): string => {
  const tilt = wholeBetween(random, -24, 24);
  const colour = inks.second;
  const circle = (radius: number, width: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
  const rim = drawLetteringOnCircle({
    text: 'GENUINE * GENUINE * ',
    x,
    y,
    capHeight: 13,
    weight: 2.4,
    colour,
    radius: 64,
    startDegrees: 0,
    sweepDegrees: 360,
  });
  const monogram = drawLettering({ text, x, y: y + 21, capHeight: 42, weight: 8, colour, anchor: 'middle' });
  return `<g transform="rotate(${tilt} ${x} ${y})"><circle cx="${x}" cy="${y}" r="94" fill="${inks.paper}"/>${circle(88, 4)}${circle(56, 2.5)}${rim}${monogram}</g>`;
};

export const drawPerforation = (x: number, colour: string): string =>
  Array.from({ length: 25 }, (_, hole) => {
    const y = PAPER.y + 15 + hole * 30;
    return `<circle cx="${x}" cy="${y}" r="8" fill="${colour}"/>`;
  }).join('');

export const serialNumber = (random: Random): string => {
  const digits = () => String(wholeBetween(random, 0, 9999)).padStart(4, '0');
  const letter = () => 'ABCDEFGHJKLMNPRSTUVWXYZ'.charAt(wholeBetween(random, 0, 22));
  return `${letter()}${letter()} ${digits()} ${digits()}`;
};
