import { drawBack } from './artwork-back.ts';
import { drawDetail } from './artwork-detail.ts';
import { drawFront } from './artwork-front.ts';
import { type ArtworkSubject, svgDocument } from './artwork-sheet.ts';
import { seededRandom } from './seeded-random.ts';

export type ArtworkVariant = 0 | 1 | 2;

const drawings = [drawFront, drawBack, drawDetail] as const;

/** A picture of a product as SVG, 1200 × 900: its front, its back or an enlarged detail. */
export const drawArtwork = (subject: ArtworkSubject, variant: ArtworkVariant): string =>
  svgDocument(drawings[variant](subject, seededRandom(`${subject.slug} ${variant}`)));
