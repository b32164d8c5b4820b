import { wishCalls } from '@shop/contract/calls/wishlist-calls';
import { registerCalls } from '../../../lib/api.ts';
import { request } from '../../../lib/state/request-state.ts';

registerCalls(wishCalls);

export const loadWishes = request('product/wishes', (api) => api.listWishes({}));
export const loadWishedIds = request('product/wishedIds', (api) => api.listWishedIds({}));
export const addWish = request('product/addWish', (api, id: string) => api.addWish({ params: { id } }));
export const removeWish = request('product/removeWish', (api, id: string) => api.removeWish({ params: { id } }));
