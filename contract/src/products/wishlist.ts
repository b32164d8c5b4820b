import { z } from 'zod';
import { calls } from '../calls/calls.ts';
import { endpoint } from '../calls/endpoint.ts';
import { dataOf, id, idParams, messageReply } from '../common.ts';
import { publicProduct } from './product.ts';

/** `isAlertSet`: whether the user gets a mail when the product is back. */
export const wish = publicProduct.extend({ isAlertSet: z.boolean() });
export type Wish = z.infer<typeof wish>;

export const wishEndpoints = {
  listWishes: endpoint(calls.listWishes, {
    summary: "The caller's wish list, newest first, with sold-out and expired products",
    reply: dataOf(z.array(wish)),
  }),
  listWishedIds: endpoint(calls.listWishedIds, {
    summary: "The ids of the products on the caller's wish list",
    reply: dataOf(z.array(id)),
  }),
  addWish: endpoint(calls.addWish, {
    summary: 'Put a product on the wish list; repeating it changes nothing',
    params: idParams,
    reply: messageReply,
  }),
  removeWish: endpoint(calls.removeWish, {
    summary: 'Take a product off the wish list',
    params: idParams,
    reply: messageReply,
  }),
} as const;
