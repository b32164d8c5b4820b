import { EXPIRING_SOON_DAYS } from '@shop/contract/limits';
import { formatRupees, savingPercent } from '@shop/contract/money';
import type { Product } from '@shop/contract/product';
import { daysUntil, formatDay } from '../../lib/dates.ts';
import type { Text } from '../../lib/kept-part.tsx';
import { savingText } from '../../ui/price.tsx';
import { ratingFigure, ratingLabel, ratingWidth } from '../../ui/rating-label.ts';

/** What a part shows of a product, with blanks for words and figures that are the product's own. */
export type Field = { blank: Partial<Product>; texts: Text[] };

// No product has these: they stand for whatever one has.
export const BLANK_ID = 'blank-id';
const PRICE = 98_765_432.17;
// By per cent that can be told, and by less than one.
const [REDUCED, HARDLY_REDUCED] = [12_345_678.9, 98_765_431.17];
const PRICE_TEXT = /* @__PURE__ */ formatRupees(PRICE);
const [RATING, RATINGS] = [4.321, 98_765_432];
const PICTURE_WIDTH = 9_876_000;
const EXPIRY_DATE = '9876-05-04T12:00:00.000Z';
const EXPIRY_TEXT = /* @__PURE__ */ formatDay(EXPIRY_DATE);

export const wordsOf = ({ _id, title, subtitle, company }: Product): Field => ({
  blank: { _id: BLANK_ID, title: 'blank-title', subtitle: subtitle && 'blank-subtitle', company: 'blank-company' },
  texts: [
    [BLANK_ID, _id],
    ['blank-title', title],
    ['blank-subtitle', subtitle],
    ['blank-company', company],
  ],
});

export function priceOf({ price, originalPrice }: Product): Field {
  if (originalPrice == null || originalPrice <= price)
    return { blank: { price: PRICE }, texts: [[PRICE_TEXT, formatRupees(price)]] };
  const saving = savingPercent(price, originalPrice);
  const reduced = saving > 0 ? REDUCED : HARDLY_REDUCED;
  return {
    blank: { price: reduced, originalPrice: PRICE },
    texts: [
      [formatRupees(reduced), formatRupees(price)],
      [PRICE_TEXT, formatRupees(originalPrice)],
      [savingText(savingPercent(reduced, PRICE)), savingText(saving)],
    ],
  };
}

export const ratingOf = ({ rating, ratingCount }: Product): Field =>
  rating === null
    ? { blank: { rating, ratingCount }, texts: [] }
    : {
        blank: { rating: RATING, ratingCount: RATINGS },
        texts: [
          [ratingLabel(RATING, RATINGS), ratingLabel(rating, ratingCount)],
          [ratingFigure(RATING, RATINGS), ratingFigure(rating, ratingCount)],
          [ratingWidth(RATING), ratingWidth(rating)],
        ],
      };

/** In its last week, and the day before that, the tag of its expiry may have another colour. */
export const expiryOf = ({ expiryDate }: Product, renderedAt: string): Field =>
  daysUntil(expiryDate, new Date(renderedAt)) <= EXPIRING_SOON_DAYS
    ? { blank: { expiryDate }, texts: [] }
    : { blank: { expiryDate: EXPIRY_DATE }, texts: [[EXPIRY_TEXT, formatDay(expiryDate)]] };

type Picture = Product['images'][number];

function blankPicture({ url, sources, ...image }: Picture, index: number): Picture {
  const [width, height] = [PICTURE_WIDTH + 2 * index, PICTURE_WIDTH + 2 * index + 1];
  return {
    ...image,
    // A link of its own, or one below the shop's.
    url: `${url.startsWith('/') ? '' : 'https://blank.example'}/blank-picture-${index}-`,
    public_id: `${index}`,
    width,
    height,
    ...(sources && {
      sources: sources.map(({ type }, source) => ({ type, srcset: `blank-source-${index}-${source}-` })),
    }),
  };
}

const textsOf = (blank: Picture, { url, width, height, sources = [] }: Picture): Text[] => [
  [blank.url, url],
  [`${blank.width}`, `${width}`],
  [`${blank.height}`, `${height}`],
  ...sources.map(({ srcset }, source): Text => [blank.sources?.[source]?.srcset ?? '', srcset]),
];

export function picturesOf(pictures: Picture[]): Field {
  const blanks = pictures.map(blankPicture);
  return {
    blank: { images: blanks },
    texts: blanks.flatMap((blank, index) => textsOf(blank, pictures[index] ?? blank)),
  };
}

export const linesOf = (product: Product, name: 'details' | 'howToRedeem' | 'termsAndConditions'): Field => ({
  blank: { [name]: product[name].map((_, index) => `blank-${name}-${index}-`) },
  texts: product[name].map((line, index) => [`blank-${name}-${index}-`, line]),
});

export const asItIs = <Name extends keyof Product>(product: Product, ...names: Name[]): Field => ({
  blank: Object.fromEntries(names.map((name) => [name, product[name]])) as Partial<Product>,
  texts: [],
});

// Fewer than these are counted out in words.
const MANY_UNITS = 11;

export const unitsOf = ({ usageLimit }: Product): Field => ({
  blank: { usageLimit: Math.min(usageLimit, MANY_UNITS) },
  texts: [],
});
