import type { Product } from '@shop/contract/product';
import { jsonBlock } from '../../lib/json-block.ts';
import { type Text, WithBlanks } from '../../lib/kept-part.tsx';
import type { Settings } from '../../lib/settings.ts';
import {
  asItIs,
  expiryOf,
  type Field,
  linesOf,
  picturesOf,
  priceOf,
  ratingOf,
  unitsOf,
  wordsOf,
} from './blank-fields.ts';
import { structuredDataBlock } from './product-structured-data.tsx';

const blanksOf = (fields: Field[]): Partial<Product> => Object.assign({}, ...fields.map(({ blank }) => blank));

function withBlanks(part: string, fields: Field[]): WithBlanks<{ product: Partial<Product> }> {
  const product = blanksOf(fields);
  return new WithBlanks(
    [part, product],
    { product },
    fields.flatMap(({ texts }) => texts),
  );
}

/** All that the card of a product depends on. */
export const blankCard = (product: Product, renderedAt: string) =>
  withBlanks('card', [
    wordsOf(product),
    priceOf(product),
    expiryOf(product, renderedAt),
    ratingOf(product),
    picturesOf(product.images.slice(0, 1)),
    asItIs(product, 'category', 'isOneTimeUse'),
  ]);

/** All that decides about buying it depends on. */
export const blankOffer = (product: Product, renderedAt: string) =>
  withBlanks('offer', [
    wordsOf(product),
    priceOf(product),
    expiryOf(product, renderedAt),
    ratingOf(product),
    asItIs(product, 'category', 'isOneTimeUse', 'maxPerCustomer', 'availability'),
    unitsOf(product),
  ]);

/** What is told about it. */
export const blankTabs = (product: Product) =>
  withBlanks('tabs', [
    linesOf(product, 'details'),
    linesOf(product, 'howToRedeem'),
    linesOf(product, 'termsAndConditions'),
  ]);

/** Of two blocks of data the one is markup that stands for the other. */
const blockText = (blank: string, block: string): Text => [blank, [Buffer.from(block)]];

/** What its page shows around these two, and all of the page with blanks. */
export function blankPage(product: Product, { renderedAt, origin }: Settings) {
  const around = [wordsOf(product), picturesOf(product.images), asItIs(product, 'category')];
  const parts = [blankOffer(product, renderedAt), blankTabs(product)];
  const blank: Product = Object.assign({}, product, ...parts.map(({ props }) => props.product), blanksOf(around));
  const page = new WithBlanks(['page', blanksOf(around)], {}, [
    ...around.flatMap(({ texts }) => texts),
    blockText(jsonBlock(blank), jsonBlock(product)),
    blockText(structuredDataBlock(blank, origin), structuredDataBlock(product, origin)),
  ]);
  return { blank, page, parts };
}
