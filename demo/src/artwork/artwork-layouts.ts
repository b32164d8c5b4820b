import type { Category } from '@shop/contract/products/categories';
import type { Area } from './guilloche.ts';

type Anchor = 'start' | 'middle' | 'end';
type TextSlot = { x: number; y: number; capHeight: number; maxWidth: number; anchor: Anchor };
export type PanelElement = 'rosette' | 'mark' | 'seal' | 'caption' | 'serial';

/** The positions of the elements on the front, in a field of 1200 × 900. */
export type FrontLayout = {
  rosette: { x: number; y: number; radius: number; innerRadius: number };
  company: TextSlot;
  /** The slot of the large figure; `y` is its baseline. */
  figure: TextSlot;
  caption: TextSlot & { charactersPerLine: number };
  mark: { x: number; y: number; size: number };
  seal: { x: number; y: number };
  serial: { x: number; y: number; anchor: Anchor };
  isReversed?: boolean;
  /** An area printed light on dark, and the elements on it. */
  panel?: { area: Area; elements: PanelElement[] };
  /** The x position of the perforation, for a layout with a tear-off part. */
  perforation?: number;
};

export const frontLayouts: Readonly<Record<Category, FrontLayout>> = {
  'Gift Card': {
    rosette: { x: 812, y: 400, radius: 292, innerRadius: 110 },
    company: { x: 122, y: 242, capHeight: 78, maxWidth: 380, anchor: 'start' },
    figure: { x: 812, y: 488, capHeight: 176, maxWidth: 560, anchor: 'middle' },
    caption: { x: 122, y: 764, capHeight: 34, maxWidth: 640, anchor: 'start', charactersPerLine: 40 },
    mark: { x: 116, y: 376, size: 170 },
    seal: { x: 392, y: 462 },
    serial: { x: 1082, y: 764, anchor: 'end' },
    panel: { area: { x: 60, y: 672, width: 1080, height: 152 }, elements: ['caption', 'serial'] },
  },
  Voucher: {
    rosette: { x: 462, y: 446, radius: 214, innerRadius: 74 },
    company: { x: 138, y: 212, capHeight: 66, maxWidth: 640, anchor: 'start' },
    figure: { x: 462, y: 532, capHeight: 170, maxWidth: 620, anchor: 'middle' },
    caption: { x: 138, y: 704, capHeight: 30, maxWidth: 640, anchor: 'start', charactersPerLine: 30 },
    mark: { x: 908, y: 150, size: 172 },
    seal: { x: 986, y: 620 },
    serial: { x: 994, y: 772, anchor: 'middle' },
    panel: { area: { x: 846, y: 76, width: 294, height: 748 }, elements: ['mark', 'seal', 'serial'] },
    perforation: 846,
  },
  Coupon: {
    rosette: { x: 954, y: 560, radius: 252, innerRadius: 104 },
    company: { x: 128, y: 240, capHeight: 74, maxWidth: 560, anchor: 'start' },
    figure: { x: 138, y: 534, capHeight: 212, maxWidth: 596, anchor: 'start' },
    caption: { x: 128, y: 682, capHeight: 32, maxWidth: 580, anchor: 'start', charactersPerLine: 26 },
    mark: { x: 872, y: 112, size: 164 },
    seal: { x: 954, y: 560 },
    serial: { x: 128, y: 782, anchor: 'start' },
    panel: { area: { x: 768, y: 76, width: 372, height: 748 }, elements: ['rosette', 'mark', 'seal'] },
  },
  'Software Key': {
    rosette: { x: 306, y: 450, radius: 232, innerRadius: 118 },
    company: { x: 1066, y: 274, capHeight: 66, maxWidth: 440, anchor: 'end' },
    figure: { x: 1066, y: 512, capHeight: 156, maxWidth: 440, anchor: 'end' },
    caption: { x: 1066, y: 662, capHeight: 30, maxWidth: 440, anchor: 'end', charactersPerLine: 22 },
    mark: { x: 222, y: 366, size: 168 },
    seal: { x: 730, y: 440 },
    serial: { x: 1066, y: 768, anchor: 'end' },
    panel: { area: { x: 60, y: 76, width: 494, height: 748 }, elements: ['rosette', 'mark'] },
  },
  Membership: {
    rosette: { x: 600, y: 448, radius: 212, innerRadius: 100 },
    company: { x: 600, y: 218, capHeight: 66, maxWidth: 820, anchor: 'middle' },
    figure: { x: 600, y: 512, capHeight: 170, maxWidth: 420, anchor: 'middle' },
    caption: { x: 600, y: 712, capHeight: 30, maxWidth: 800, anchor: 'middle', charactersPerLine: 40 },
    mark: { x: 152, y: 370, size: 160 },
    seal: { x: 968, y: 450 },
    serial: { x: 600, y: 768, anchor: 'middle' },
    isReversed: true,
  },
  Other: {
    rosette: { x: 318, y: 566, radius: 232, innerRadius: 104 },
    company: { x: 1056, y: 240, capHeight: 74, maxWidth: 640, anchor: 'end' },
    figure: { x: 1056, y: 520, capHeight: 190, maxWidth: 560, anchor: 'end' },
    caption: { x: 1056, y: 668, capHeight: 32, maxWidth: 470, anchor: 'end', charactersPerLine: 24 },
    mark: { x: 136, y: 152, size: 160 },
    seal: { x: 318, y: 566 },
    serial: { x: 1056, y: 764, anchor: 'end' },
  },
};
