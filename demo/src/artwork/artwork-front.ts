import { type FrontLayout, frontLayouts, type PanelElement } from './artwork-layouts.ts';
import {
  type ArtworkSubject,
  drawMark,
  drawPerforation,
  drawSeal,
  drawSheet,
  PAPER,
  serialNumber,
} from './artwork-sheet.ts';
import { captionLines, type FaceValue, faceValueOf, monogramOf } from './face-value.ts';
import { type Area, drawRelief, drawRibbon, drawRosette, planRosette } from './guilloche.ts';
import { type Inks, inksOf, reversed } from './inks.ts';
import { drawEngraved, drawHaloed, drawLettering, fitLettering } from './lettering.ts';
import type { Random } from './seeded-random.ts';

const drawPanel = (random: Random, { x, y, width, height }: Area, inks: Inks, print: string): string => {
  const shape = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${inks.paper}"/>`;
  const relief = drawRelief(random, { x, y, width, height }, 19, inks.tint, 1.6);
  return `<clipPath id="panel">${shape}</clipPath><g clip-path="url(#panel)" style="isolation:isolate">${shape}${relief}${print}</g>`;
};

const drawFigure = ({ figure: slot }: FrontLayout, { figure, unit }: FaceValue, inks: Inks): string => {
  // A short figure with a unit below it needs heavier strokes than a long one.
  const weight = slot.capHeight * (unit ? 0.2 : 0.17);
  const value = fitLettering({ ...slot, text: figure, weight, colour: inks.ink, tracking: 9 }, slot.maxWidth);
  const caption = { ...slot, y: slot.y + 74, text: unit, capHeight: 42, weight: 8, colour: inks.ink, tracking: 34 };
  return drawEngraved(value, inks.paper) + (unit && drawHaloed(caption, inks.paper));
};

const drawCaption = ({ caption: slot }: FrontLayout, title: string, inks: Inks): string => {
  const lines = captionLines(title, slot.charactersPerLine);
  // A single line is centred in the space of two lines.
  const top = lines.length === 1 ? slot.y : slot.y - slot.capHeight * 0.4;
  return lines
    .map((text, line) => {
      const y = top + line * slot.capHeight * 1.6;
      const lettering = { ...slot, text, y, weight: slot.capHeight * 0.17, colour: inks.ink, tracking: 18 };
      return drawHaloed(fitLettering(lettering, slot.maxWidth), inks.paper);
    })
    .join('');
};

export const drawFront = (subject: ArtworkSubject, random: Random): string => {
  const layout = frontLayouts[subject.category];
  const printed = inksOf(subject.company);
  const inks = layout.isReversed ? reversed(printed) : printed;
  const isOnPanel = (element: PanelElement) => layout.panel?.elements.includes(element) ?? false;
  const inksUnder = (element: PanelElement) => (isOnPanel(element) ? reversed(printed) : inks);

  const rings = planRosette(random, layout.rosette.radius, layout.rosette.innerRadius);
  const rosetteInks = inksUnder('rosette');
  const rosette = drawRosette(layout.rosette, rings, [rosetteInks.ink, rosetteInks.second], 1.7);
  const edge = { x: PAPER.x - 10, width: PAPER.width + 20, height: 34 };
  const { company: slot } = layout;
  const company = { ...slot, text: subject.company, weight: slot.capHeight * 0.18, colour: inks.ink };
  const serial = { text: serialNumber(random), capHeight: 20, weight: 3.4, colour: inksUnder('serial').second };

  return drawSheet(
    random,
    { category: subject.category, inks },
    [
      drawRelief(random, PAPER, 19, inks.tint, 1.6),
      drawRibbon(random, { ...edge, y: PAPER.y + 16 }, inks.second, 1.8),
      isOnPanel('rosette') ? '' : rosette,
      layout.panel && drawPanel(random, layout.panel.area, reversed(printed), isOnPanel('rosette') ? rosette : ''),
      drawMark(subject.category, layout.mark, inksUnder('mark').second),
      drawSeal(random, layout.seal, inksUnder('seal'), monogramOf(subject.company)),
      drawHaloed(fitLettering(company, slot.maxWidth), inks.paper),
      drawFigure(layout, faceValueOf(subject), inks),
      drawCaption(layout, subject.title, inksUnder('caption')),
      drawLettering({ ...layout.serial, ...serial, tracking: 30 }),
      layout.perforation && drawPerforation(layout.perforation, inks.ground),
    ]
      .filter(Boolean)
      .join(''),
  );
};
