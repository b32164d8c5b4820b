import type { Category } from '@shop/contract/products/categories';
import type { Area } from './guilloche.ts';

const repeat = (count: number, piece: string): string => Array.from({ length: count }, () => piece).join('');

const roundedCard = ({ x, y, width, height }: Area): string => {
  const r = 34;
  return `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
};

/** A ticket with a half-circle cut out of each side. */
const notchedTicket = ({ x, y, width, height }: Area): string => {
  const bite = 44;
  const side = height / 2 - bite;
  return `M${x} ${y}h${width}v${side}a${bite} ${bite} 0 0 0 0 ${2 * bite}v${side}h${-width}v${-side}a${bite} ${bite} 0 0 0 0 ${-2 * bite}Z`;
};

/** A slip with zigzag edges on the left and right. */
const pinkedSlip = ({ x, y, width, height }: Area): string => {
  const teeth = 24;
  const step = height / teeth / 2;
  return `M${x} ${y}h${width}${repeat(teeth, `l-16 ${step}l16 ${step}`)}h${-width}${repeat(teeth, `l16 ${-step}l-16 ${-step}`)}Z`;
};

/** A card with one corner cut off. */
const punchedCard = ({ x, y, width, height }: Area): string =>
  `M${x} ${y}h${width - 96}l96 96v${height - 96}h${-width}Z`;

/** A plaque with concave corners. */
const plaque = ({ x, y, width, height }: Area): string => {
  const r = 56;
  return `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 0 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 0 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 0 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 0 ${r} ${-r}Z`;
};

/** A postage stamp, perforated on all four sides. */
const stamp = ({ x, y, width, height }: Area): string => {
  const bite = 12;
  const edge = (length: number, along: (distance: number) => string, arc: string) => {
    const holes = Math.round(length / 36);
    const land = (length - holes * 2 * bite) / (holes + 1);
    return `${repeat(holes, `${along(land)}a${bite} ${bite} 0 0 0 ${arc}`)}${along(land)}`;
  };
  return `M${x} ${y}${edge(width, (d) => `h${d}`, `${2 * bite} 0`)}${edge(height, (d) => `v${d}`, `0 ${2 * bite}`)}${edge(width, (d) => `h${-d}`, `${-2 * bite} 0`)}${edge(height, (d) => `v${-d}`, `0 ${-2 * bite}`)}Z`;
};

const shapes: Readonly<Record<Category, (area: Area) => string>> = {
  'Gift Card': roundedCard,
  Voucher: notchedTicket,
  Coupon: pinkedSlip,
  'Software Key': punchedCard,
  Membership: plaque,
  Other: stamp,
};

/** The outline of the paper. Each category has its own silhouette. */
export const paperOutline = (category: Category, area: Area): string => shapes[category](area);
