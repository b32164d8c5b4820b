import { adminCalls } from './admin-calls.ts';
import { factorCalls } from './factor-calls.ts';
import { orderCalls } from './order-calls.ts';
import { shopCalls } from './shop-calls.ts';
import { wishCalls } from './wishlist-calls.ts';

export { type Access, API_BASE, type Call, type Method } from './call.ts';

/**
 * Every call of the API: method, path and who may make it. Free of zod, because the browser's client reads these tables;
 * the shapes of each call are attached to it in the feature modules beside this file.
 */
export const calls = { ...shopCalls, ...orderCalls, ...wishCalls, ...factorCalls, ...adminCalls };

export type CallName = keyof typeof calls;
