import { EXPIRING_SOON_DAYS } from '@shop/contract/limits';
import { formatRupees } from '@shop/contract/money';
import type { Product } from '@shop/contract/product';
import { daysUntil, formatDay } from '../../lib/dates.ts';
import { WithBlanks } from '../../lib/kept-part.tsx';

/** What a part shows of a product, with blanks for words and figures that are the product's own. */
type Field = { blank: Partial<Product>; texts: [blank: string, text: string][] };

// No product has these: they stand for whatever one has.
const PRICE = 98_765_432.17;
const PRICE_TEXT = /* @__PURE__ */ formatRupees(PRICE);
const EXPIRY_DATE = '9876-05-04T12:00:00.000Z';
const EXPIRY_TEXT = /* @__PURE__ */ formatDay(EXPIRY_DATE);
// Fewer than these are counted out in words.
const MANY_UNITS = 11;

const wordsOf = ({ _id, title, subtitle, company }: Product): Field => ({
  blank: { _id: 'blank-id', title: 'blank-title', subtitle: subtitle && 'blank-subtitle', company: 'blank-company' },
  texts: [
    ['blank-id', _id],
    ['blank-title', title],
    ['blank-subtitle', subtitle],
    ['blank-company', company],
  ],
});

/** Reduced, the price decides on the saving too. */
const priceOf = ({ price, originalPrice }: Product): Field =>
  originalPrice != null && originalPrice > price
    ? { blank: { price, originalPrice }, texts: [] }
    : { blank: { price: PRICE }, texts: [[PRICE_TEXT, formatRupees(price)]] };

/** In its last week, and the day before that, the tag of its expiry may have another colour. */
const expiryOf = ({ expiryDate }: Product, renderedAt: string): Field =>
  daysUntil(expiryDate, new Date(renderedAt)) <= EXPIRING_SOON_DAYS
    ? { blank: { expiryDate }, texts: [] }
    : { blank: { expiryDate: EXPIRY_DATE }, texts: [[EXPIRY_TEXT, formatDay(expiryDate)]] };

const pictureOf = ({ images: [image] }: Product): Field => ({
  blank: {
    images: image
      ? [
          {
            ...image,
            url: 'blank-picture',
            public_id: '',
            sources: image.sources?.map((source, index) => ({ ...source, srcset: `blank-source-${index}-` })),
          },
        ]
      : [],
  },
  texts: image
    ? [
        ['blank-picture', image.url],
        ...(image.sources ?? []).map(({ srcset }, index): [string, string] => [`blank-source-${index}-`, srcset]),
      ]
    : [],
});

const linesOf = (product: Product, name: 'details' | 'howToRedeem' | 'termsAndConditions'): Field => ({
  blank: { [name]: product[name].map((_, index) => `blank-${name}-${index}-`) },
  texts: product[name].map((line, index) => [`blank-${name}-${index}-`, line]),
});

const asItIs = <Name extends keyof Product>(product: Product, ...names: Name[]): Field => ({
  blank: Object.fromEntries(names.map((name) => [name, product[name]])) as Partial<Product>,
  texts: [],
});

function withBlanks(part: string, fields: Field[]): WithBlanks {
  const product: Partial<Product> = Object.assign({}, ...fields.map(({ blank }) => blank));
  return new WithBlanks(
    [part, product],
    { product },
    fields.flatMap(({ texts }) => texts),
  );
}

/** All that the card of a product depends on. */
export const blankCard = (product: Product, renderedAt: string): WithBlanks =>
  withBlanks('card', [
    wordsOf(product),
    priceOf(product),
    expiryOf(product, renderedAt),
    pictureOf(product),
    asItIs(product, 'category', 'rating', 'ratingCount', 'isOneTimeUse'),
  ]);

/** All that decides about buying it depends on. */
export const blankOffer = (product: Product, renderedAt: string): WithBlanks =>
  withBlanks('offer', [
    wordsOf(product),
    priceOf(product),
    expiryOf(product, renderedAt),
    asItIs(product, 'category', 'rating', 'ratingCount', 'isOneTimeUse', 'maxPerCustomer', 'availability'),
    { blank: { usageLimit: Math.min(product.usageLimit, MANY_UNITS) }, texts: [] },
  ]);

/** What is told about it. */
export const blankTabs = (product: Product): WithBlanks =>
  withBlanks('tabs', [
    linesOf(product, 'details'),
    linesOf(product, 'howToRedeem'),
    linesOf(product, 'termsAndConditions'),
  ]);
