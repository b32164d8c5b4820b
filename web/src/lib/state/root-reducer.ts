import { combineSlices } from '@reduxjs/toolkit';

/** The store's five groups: auth, product, order, contact, admin. */
export const rootReducer = combineSlices();

/** Each slice adds its group when its code is loaded, so shoppers never fetch the back office's; a hot reload replaces it. */
export const storeGroups = {
  inject: (slice: Parameters<typeof rootReducer.inject>[0]) => rootReducer.inject(slice, { overrideExisting: true }),
};
