import type { Reducer } from '@reduxjs/toolkit';
import { rootReducer } from '../../lib/state/root-reducer.ts';
import { authSlice } from './auth.slice.ts';

type State = ReturnType<typeof rootReducer>;

const userIdOf = (state: State) => authSlice.selectSlice(state).user?._id;
// Products are the same for everybody. The wish list is not reset here; `own-wishes.tsx` does that.
const KEPT_SLICES = ['auth', 'product'];

/**
 * Clears personal state when the user signs out or changes, so that the next person in this tab does not see it. Late
 * replies are dropped too. Guarded pages install this reducer, because visitors have no personal state.
 */
export const resetOnSignOutReducer: Reducer<State> = (state = {}, action) => {
  const next = rootReducer(state, action);
  const person = userIdOf(state);
  if (!person || person === userIdOf(next)) return next;
  const kept = Object.entries(next).filter(([group]) => KEPT_SLICES.includes(group));
  return rootReducer(Object.fromEntries(kept), { type: 'auth/userLeft' });
};
