import { REQUEST_FAILED } from '../../../lib/api.ts';
import { inStore } from '../../../lib/state/browser-store.ts';
import type { Dispatch } from '../../../lib/state/dispatch.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { type AuthState, authSlice } from '../../auth/auth.slice.ts';
import { type ProductState, productSlice, setWishes } from '../product.slice.ts';
import { addWish, loadWishedIds, removeWish } from './wishlist.requests.ts';

type State = { auth: AuthState; product: ProductState };
type WishThunk<Answer> = (dispatch: Dispatch, getState: () => unknown) => Promise<Answer>;

/** Kept by the tab over a sign-in, after which the page may be another document. */
const AWAITED = 'awaited-wish';

/** The newest press of each heart: what an older one is answered comes too late. */
const newest = new Map<string, object>();
/** How many presses there were, and answers to them: a list that was asked for before one may be older than it. */
let changes = 0;

/** What was still on its way when somebody signed out is not shown to whoever is there next. */
const hasLeft = (user: AuthState['user'], getState: () => unknown): boolean =>
  user !== null && authSlice.selectSlice(getState() as State).user?._id !== user._id;

/** Shown at once, and taken back with a word when the server refuses. Answers false where a sign-in comes first. */
export const changeWish =
  (id: string, isWished: boolean): WishThunk<boolean> =>
  async (dispatch, getState) => {
    const { isChecked, user } = authSlice.selectSlice(getState() as State);
    const awaitSignIn = () => {
      if (isWished) inStore('sessionStorage', (store) => store.setItem(AWAITED, id));
      return false;
    };
    if (isChecked && !user) return awaitSignIn();
    const press = {};
    newest.set(id, press);
    const show = (isShown: boolean) => {
      changes += 1;
      if (hasLeft(user, getState) || newest.get(id) !== press) return;
      const others = productSlice.selectSlice(getState() as State).wishes.filter((other) => other !== id);
      dispatch(setWishes(isShown ? [id, ...others] : others));
    };
    show(isWished);
    const outcome = await dispatch(isWished ? addWish(id) : removeWish(id));
    if (addWish.fulfilled.match(outcome) || removeWish.fulfilled.match(outcome)) {
      // Once more: the list may have been read meanwhile, without it.
      show(isWished);
      toast(outcome.payload.message, { tone: 'success' });
      return true;
    }
    show(!isWished);
    // Whoever was signed in and is no longer is on the way to sign in and back.
    if (outcome.payload?.status === 401) return awaitSignIn() || user !== null;
    toast(outcome.payload?.message ?? REQUEST_FAILED, { tone: 'error' });
    return true;
  };

/** Of whoever has just been recognised; what they wanted before they signed in comes first. */
export const readWishes = (): WishThunk<void> => async (dispatch, getState) => {
  const { user } = authSlice.selectSlice(getState() as State);
  const awaited = inStore('sessionStorage', (store) => store.getItem(AWAITED));
  inStore('sessionStorage', (store) => store.removeItem(AWAITED));
  if (awaited) await dispatch(changeWish(awaited, true));
  const ask = async () => ({ asked: changes, outcome: await dispatch(loadWishedIds()) });
  let { asked, outcome } = await ask();
  while (asked !== changes && !hasLeft(user, getState)) ({ asked, outcome } = await ask());
  // Without an answer the hearts are empty: pressing one twice is pressing it once.
  if (loadWishedIds.fulfilled.match(outcome) && !hasLeft(user, getState)) dispatch(setWishes(outcome.payload.data));
};
