import { between, type Random, wholeBetween } from './seeded-random.ts';

const TURN = Math.PI * 2;
const RELIEF_STEP = 30;

type Pair = [number, number];

const written = ([x, y]: Pair): string => `${x.toFixed(2)} ${y.toFixed(2)}`;

const midpoint = ([x1, y1]: Pair, [x2, y2]: Pair): Pair => [(x1 + x2) / 2, (y1 + y2) / 2];

/**
 * A smooth curve through the midpoints of a polyline. Each control point mirrors the one before, so the SVG command `T`
 * only needs the midpoints.
 */
const smoothPath = (points: Pair[]): string => {
  const [first, second] = points;
  if (!first || !second) return '';
  const midpoints = points.slice(1).map((point, index) => midpoint(points[index] ?? point, point));
  const [start, next, ...rest] = midpoints;
  if (!start || !next) return '';
  return `M${written(start)}Q${written(second)} ${written(next)}T${rest.map(written).join(' ')}`;
};

/** A smooth closed curve. */
const smoothRing = (points: Pair[]): string => smoothPath([...points, ...points.slice(0, 2)]);

const strokes = (paths: string[], colour: string, width: number): string =>
  `<path d="${paths.join('')}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

type Point = { x: number; y: number };

type Ring = { radius: number; swing: number; petals: number; strands: number; twist: number };

/** A braid of phase-shifted waves around a circle. */
const ringPaths = (centre: Point, { radius, swing, petals, strands, twist }: Ring): string[] =>
  Array.from({ length: strands }, (_, strand) => {
    const phase = (TURN * strand) / strands;
    const steps = Math.max(200, petals * 16);
    const points = Array.from({ length: steps }, (_, step): Pair => {
      const angle = (TURN * step) / steps;
      const wave = Math.cos(petals * angle + phase) + twist * Math.cos(2 * petals * angle - phase);
      const distance = radius + (swing * wave) / (1 + twist);
      return [centre.x + distance * Math.cos(angle), centre.y + distance * Math.sin(angle)];
    });
    return smoothRing(points);
  });

/** Nested rings up to a radius, with random petals and twist. */
export const planRosette = (random: Random, radius: number, innerRadius: number): Ring[] => {
  const ringCount = wholeBetween(random, 2, 4);
  const band = (radius - innerRadius) / ringCount;
  const symmetry = wholeBetween(random, 5, 9);
  return Array.from({ length: ringCount }, (_, index) => ({
    radius: innerRadius + band * (index + 0.5),
    swing: band * between(random, 0.5, 0.72),
    petals: symmetry * (index + 1 + wholeBetween(random, 0, 1)),
    strands: wholeBetween(random, 6, 9),
    twist: between(random, -0.3, 0.3),
  }));
};

export const drawRosette = (centre: Point, rings: readonly Ring[], colours: readonly string[], width: number): string =>
  rings
    .map((ring, index) => strokes(ringPaths(centre, ring), colours[index % colours.length] ?? 'none', width))
    .join('');

export type Area = { x: number; y: number; width: number; height: number };

/** A ribbon of sine waves from the left to the right side of the area. */
export const drawRibbon = (random: Random, area: Area, colour: string, width: number): string => {
  const strands = wholeBetween(random, 5, 8);
  const waves = wholeBetween(random, 6, 11);
  const envelope = wholeBetween(random, 2, 4);
  const middle = area.y + area.height / 2;
  const paths = Array.from({ length: strands * 2 }, (_, strand) => {
    const direction = strand % 2 === 0 ? 1 : -1;
    const phase = (TURN * Math.floor(strand / 2)) / strands;
    const points = Array.from({ length: 169 }, (_, step): Pair => {
      const along = step / 168;
      const swell = 0.62 + 0.38 * Math.cos(TURN * envelope * along);
      const y = middle + direction * (area.height / 2) * swell * Math.sin(TURN * waves * along + phase);
      return [area.x + along * area.width, y];
    });
    return smoothPath(points);
  });
  return strokes(paths, colour, width);
};

/** Parallel lines that are bent by a few invisible hills, as in medal engraving. */
export const drawRelief = (random: Random, area: Area, spacing: number, colour: string, width: number): string => {
  const hills = Array.from({ length: wholeBetween(random, 2, 4) }, () => ({
    x: area.x + area.width * random(),
    y: area.y + area.height * random(),
    spread: between(random, 110, 230),
    height: between(random, -1, 1) * spacing * 4,
  }));
  const sway = between(random, 0.5, 1.6) * spacing;
  const wavelength = between(random, 260, 620);
  const paths: string[] = [];
  for (let y = area.y - spacing * 5; y < area.y + area.height + spacing * 5; y += spacing) {
    const points: Pair[] = [];
    for (let x = area.x - RELIEF_STEP; x < area.x + area.width + 2 * RELIEF_STEP; x += RELIEF_STEP) {
      const lift = hills.reduce(
        (sum, hill) => sum + hill.height * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / (2 * hill.spread ** 2)),
        0,
      );
      points.push([x, y + lift + sway * Math.sin((TURN * (x + y * 0.6)) / wavelength)]);
    }
    paths.push(smoothPath(points));
  }
  return strokes(paths, colour, width);
};
