import { adminCalls } from './admin-calls.ts';
import { factorCalls } from './factor-calls.ts';
import { orderCalls } from './order-calls.ts';
import { shopCalls } from './shop-calls.ts';
import { wishCalls } from './wishlist-calls.ts';

export { type Access, API_BASE, type Call, type Method } from './call.ts';

/** Every call of the API. The tables import no zod, which is heavy in the browser; the feature modules add the shapes. */
export const calls = { ...shopCalls, ...orderCalls, ...wishCalls, ...factorCalls, ...adminCalls };

export type CallName = keyof typeof calls;
