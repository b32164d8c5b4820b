import type { Reducer } from '@reduxjs/toolkit';
import { rootReducer } from '../../lib/state/root-reducer.ts';
import { authSlice } from './auth.slice.ts';

type State = ReturnType<typeof rootReducer>;

const personIn = (state: State) => authSlice.selectSlice(state).user?._id;
// Products are the same for everybody, and `own-wishes.tsx` empties the hearts.
const EVERYBODYS = ['auth', 'product'];

/**
 * What somebody was shown goes with them: whoever uses the tab next sees nothing of it, nor what was still on its way. The
 * store takes it with the first page that shows such things, because a visitor has nothing to forget.
 */
export const forgetfulReducer: Reducer<State> = (state = {}, action) => {
  const next = rootReducer(state, action);
  const person = personIn(state);
  if (!person || person === personIn(next)) return next;
  const kept = Object.entries(next).filter(([group]) => EVERYBODYS.includes(group));
  return rootReducer(Object.fromEntries(kept), { type: 'person-left' });
};
