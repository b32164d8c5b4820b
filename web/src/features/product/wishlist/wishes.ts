import { REQUEST_FAILED } from '../../../lib/api.ts';
import { inStore } from '../../../lib/state/browser-store.ts';
import type { Dispatch } from '../../../lib/state/dispatch.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { type AuthState, authSlice } from '../../auth/auth.slice.ts';
import { type ProductState, productSlice, setWishes } from '../product.slice.ts';
import { addWish, loadWishedIds, removeWish } from './wishlist.requests.ts';

type State = { auth: AuthState; product: ProductState };
type WishThunk<Answer> = (dispatch: Dispatch, getState: () => unknown) => Promise<Answer>;

/** sessionStorage key. It survives the sign-in, after which the page may be a new document. */
const WISH_BEFORE_SIGN_IN = 'awaited-wish';

/** The newest press of each heart. Replies to older presses are ignored. */
const newestPress = new Map<string, object>();
/** Counts presses and their replies. A list requested before a change may be out of date. */
let changes = 0;

/** A reply that arrives after sign-out must not be shown to the next user. */
const hasUserChanged = (user: AuthState['user'], getState: () => unknown): boolean =>
  user !== null && authSlice.selectSlice(getState() as State).user?._id !== user._id;

/** Updates the heart at once and reverts it if the server refuses. Returns false if the visitor must sign in first. */
export const changeWish =
  (id: string, isWished: boolean): WishThunk<boolean> =>
  async (dispatch, getState) => {
    const { isChecked, user } = authSlice.selectSlice(getState() as State);
    const deferUntilSignIn = () => {
      if (isWished) inStore('sessionStorage', (store) => store.setItem(WISH_BEFORE_SIGN_IN, id));
      return false;
    };
    if (isChecked && !user) return deferUntilSignIn();
    const press = {};
    newestPress.set(id, press);
    const show = (isShown: boolean) => {
      changes += 1;
      if (hasUserChanged(user, getState) || newestPress.get(id) !== press) return;
      const others = productSlice.selectSlice(getState() as State).wishes.filter((other) => other !== id);
      dispatch(setWishes(isShown ? [id, ...others] : others));
    };
    show(isWished);
    const outcome = await dispatch(isWished ? addWish(id) : removeWish(id));
    if (addWish.fulfilled.match(outcome) || removeWish.fulfilled.match(outcome)) {
      // Again, because a list that was loaded meanwhile may lack the change.
      show(isWished);
      toast(outcome.payload.message, { tone: 'success' });
      return true;
    }
    show(!isWished);
    // On 401 a signed-in user is already being redirected to sign-in.
    if (outcome.payload?.status === 401) return deferUntilSignIn() || user !== null;
    toast(outcome.payload?.message ?? REQUEST_FAILED, { tone: 'error' });
    return true;
  };

/** Loads the wish list after sign-in. A product chosen before the sign-in is added first. */
export const readWishes = (): WishThunk<void> => async (dispatch, getState) => {
  const { user } = authSlice.selectSlice(getState() as State);
  const deferredId = inStore('sessionStorage', (store) => store.getItem(WISH_BEFORE_SIGN_IN));
  inStore('sessionStorage', (store) => store.removeItem(WISH_BEFORE_SIGN_IN));
  if (deferredId) await dispatch(changeWish(deferredId, true));
  const ask = async () => ({ asked: changes, outcome: await dispatch(loadWishedIds()) });
  let { asked, outcome } = await ask();
  while (asked !== changes && !hasUserChanged(user, getState)) ({ asked, outcome } = await ask());
  // A failed load leaves the hearts empty. That is safe, because adding a product twice has no effect.
  if (loadWishedIds.fulfilled.match(outcome) && !hasUserChanged(user, getState))
    dispatch(setWishes(outcome.payload.data));
};
