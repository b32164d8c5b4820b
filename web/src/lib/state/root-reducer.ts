import { combineSlices } from '@reduxjs/toolkit';

/** The store's five groups: auth, product, order, contact, admin. */
export const rootReducer = combineSlices();

/** Each slice is injected when its script is loaded, so that shoppers never fetch the admin slices. A hot reload replaces it. */
export const storeGroups = {
  inject: (slice: Parameters<typeof rootReducer.inject>[0]) => rootReducer.inject(slice, { overrideExisting: true }),
};
