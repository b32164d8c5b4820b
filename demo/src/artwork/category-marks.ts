import type { Category } from '@shop/contract/products/categories';

const marks: Readonly<Record<Category, string>> = {
  // A dashed cut line with scissors.
  Coupon:
    '<circle cx="22" cy="28" r="11"/><circle cx="22" cy="72" r="11"/><path d="M31 35L84 74M31 65L84 26"/><path d="M62 50H92" stroke-dasharray="8 7"/>',
  // A ticket with a notch on each side.
  Voucher:
    '<path d="M10 26H90V40A10 10 0 0 0 90 60V74H10V60A10 10 0 0 0 10 40Z"/><path d="M64 30V70" stroke-dasharray="6 6"/><path d="M24 42H50M24 57H42"/>',
  // A parcel with a bow.
  'Gift Card':
    '<path d="M12 38H88V54H12ZM18 54V88H82V54M50 38V88"/><path d="M50 38C26 38 22 14 36 14C46 14 50 28 50 38C50 28 54 14 64 14C78 14 74 38 50 38"/>',
  'Software Key': '<circle cx="30" cy="50" r="19"/><circle cx="30" cy="50" r="5"/><path d="M49 50H92V67M76 50V63"/>',
  // A rosette with a star and two ribbons.
  Membership:
    '<circle cx="50" cy="38" r="27"/><path d="M50 22L54.6 32.6L66 33.6L57.4 41.2L60 52.4L50 46.4L40 52.4L42.6 41.2L34 33.6L45.4 32.6Z"/><path d="M34 61L27 92L50 79L73 92L66 61"/>',
  // A spark, for products outside the other five categories.
  Other:
    '<path d="M50 8C52 36 64 48 92 50C64 52 52 64 50 92C48 64 36 52 8 50C36 48 48 36 50 8Z"/><path d="M80 12V28M72 20H88M20 74V86M14 80H26"/>',
};

/** The sign of a category on a field of 100 × 100. It uses `currentColor`, so the parent element sets its colour. */
export const categoryMark = (category: Category): string =>
  `<g fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">${marks[category]}</g>`;
