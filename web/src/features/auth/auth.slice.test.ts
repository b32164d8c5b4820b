import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import { makeApi } from '../../lib/api.ts';
import { asha } from '../../testing/asha.ts';
import {
  authSlice,
  changePassword,
  checkSession,
  clearAuthState,
  deleteAccount,
  forgotPassword,
  loadProfile,
  login,
  logout,
  refreshSession,
  signedIn,
  updateProfile,
} from './auth.slice.ts';

const user = asha;
const refusal = { message: 'Please sign in to continue.', code: 'NOT_SIGNED_IN', requestId: 'r' };
const credentials = { email: user.email, password: 'Monsoon-2026!' };

/** A store whose server gives these answers, one after the other. */
function storeAnswering(...answers: [status: number, body: object][]) {
  const queue = [...answers];
  const api = makeApi(async () => {
    const [status, body] = queue.shift() ?? [500, {}];
    return Response.json(body, { status });
  });
  const store = configureStore({
    reducer: { auth: authSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api } } }),
  });
  return { dispatch: store.dispatch, auth: () => store.getState().auth };
}

type Dispatch = ReturnType<typeof storeAnswering>['dispatch'];

describe('auth state', () => {
  it('knows the visitor once the session is checked, whatever the answer', async () => {
    const { dispatch, auth } = storeAnswering([500, {}], [200, { user: null }], [200, { user }]);
    expect(auth().isChecked).toBe(false);
    await dispatch(checkSession());
    expect(auth()).toMatchObject({ isChecked: true, isAuthenticated: false, error: null });
    await dispatch(checkSession());
    expect(auth()).toMatchObject({ isChecked: true, isAuthenticated: false });
    await dispatch(checkSession());
    expect(auth()).toMatchObject({ isAuthenticated: true, user });
  });

  it('keeps the message of a refused sign-in and clears it with the next attempt', async () => {
    const message = 'Invalid email or password';
    const { dispatch, auth } = storeAnswering(
      [401, { message, code: 'INVALID_CREDENTIALS' }],
      [200, { user, message: 'in' }],
    );
    await dispatch(login(credentials));
    expect(auth()).toMatchObject({ loading: false, error: message, isAuthenticated: false, ending: null });
    const attempt = dispatch(login(credentials));
    expect(auth()).toMatchObject({ loading: true, error: null });
    await attempt;
    expect(auth()).toMatchObject({ loading: false, isAuthenticated: true, user });
  });

  it('signs nobody in by half of what is asked for', async () => {
    const { dispatch, auth } = storeAnswering([200, { twoFactor: true, message: 'Enter the code' }]);
    await dispatch(login(credentials));
    expect(auth()).toMatchObject({ loading: false, user: null, isAuthenticated: false });
  });

  it('brings neither the waiting nor the failure of a form that was left to the next one', async () => {
    const { dispatch, auth } = storeAnswering(
      [401, { message: 'Invalid email or password' }],
      [200, { message: 'Sent' }],
    );
    const left = dispatch(login(credentials));
    dispatch(clearAuthState());
    expect(auth()).toMatchObject({ loading: false });
    const next = dispatch(forgotPassword({ email: user.email }));
    await left;
    expect(auth()).toMatchObject({ error: null });
    await next;
    expect(auth()).toMatchObject({ loading: false, message: 'Sent' });
  });

  it('signs in who has left the form before the answer came', async () => {
    const { dispatch, auth } = storeAnswering([200, { user, message: 'in' }]);
    const left = dispatch(login(credentials));
    dispatch(clearAuthState());
    await left;
    expect(auth()).toMatchObject({ loading: false, isAuthenticated: true, user });
  });

  it('is signed out by logging out, by changing the password and by deleting the account', async () => {
    const { dispatch, auth } = storeAnswering(
      [200, { user }],
      [200, { message: 'Logged out successfully' }],
      [200, { user }],
      [200, { message: 'Password changed successfully' }],
      [200, { user }],
      [200, { message: 'Account deleted successfully' }],
    );
    const visitor = { user: null, isAuthenticated: false, ending: null };
    await dispatch(checkSession());
    await dispatch(logout());
    expect(auth()).toMatchObject({ ...visitor, message: 'Logged out successfully' });
    await dispatch(checkSession());
    await dispatch(changePassword({ currentPassword: 'a', newPassword: 'b' }));
    expect(auth()).toMatchObject({ ...visitor, message: 'Password changed successfully' });
    await dispatch(checkSession());
    await dispatch(deleteAccount('Monsoon#2026'));
    expect(auth()).toMatchObject({ ...visitor, message: 'Account deleted successfully', ending: 'deleted' });
  });

  it('replaces the user after a profile change, and sets it after a refresh', async () => {
    const renamed = { ...user, name: 'Asha Menon' };
    const { dispatch, auth } = storeAnswering(
      [200, { user, message: 'in' }],
      [200, { user: renamed, message: 'Saved' }],
      [200, { user }],
    );
    await dispatch(login(credentials));
    await dispatch(updateProfile({ name: renamed.name }));
    expect(auth()).toMatchObject({ user: renamed, message: 'Saved' });
    await dispatch(refreshSession());
    expect(auth()).toMatchObject({ isAuthenticated: true, user });
  });

  it('follows who signs in or out in another tab, but for answers to older questions', async () => {
    const other = { ...user, _id: '0190a8c0-0000-7000-8000-00000000000b', name: 'Bela Das' };
    const { dispatch, auth } = storeAnswering(
      [200, { user, message: 'in' }],
      [200, { user: null }],
      [200, { user: other }],
      [200, { user: null }],
      [200, { user }],
    );
    await dispatch(login(credentials));
    await dispatch(checkSession());
    expect(auth().user).toEqual(user);
    await dispatch(checkSession(user._id));
    expect(auth().user).toEqual(other);
    await dispatch(checkSession(other._id));
    expect(auth()).toMatchObject({ user: null, isAuthenticated: false, ending: 'elsewhere' });
    await dispatch(checkSession());
    expect(auth()).toMatchObject({ user, ending: null });
  });

  it.each([
    ['a profile', (dispatch: Dispatch) => dispatch(loadProfile())],
    ['a profile that was saved', (dispatch: Dispatch) => dispatch(updateProfile({ name: user.name }))],
    ['a renewed session', (dispatch: Dispatch) => dispatch(refreshSession())],
  ])('is not signed in again by %s that comes after signing out', async (_, ask) => {
    const { dispatch, auth } = storeAnswering([200, { user, message: 'in' }], [200, { user, message: 'Saved' }]);
    await dispatch(login(credentials));
    const late = ask(dispatch);
    dispatch(logout.fulfilled({ message: 'out' }, 'logout', undefined));
    await late;
    expect(auth()).toMatchObject({ user: null, isAuthenticated: false });
  });

  it.each([
    ['a profile', (dispatch: Dispatch) => dispatch(loadProfile())],
    ['a profile that was saved', (dispatch: Dispatch) => dispatch(updateProfile({ name: user.name }))],
  ])('stays who signed in meanwhile when %s of somebody else comes', async (_, ask) => {
    const other = { ...user, _id: '0190a8c0-0000-7000-8000-00000000000b', name: 'Bela Das' };
    const { dispatch, auth } = storeAnswering([200, { user, message: 'in' }], [200, { user, message: 'Saved' }]);
    await dispatch(login(credentials));
    const late = ask(dispatch);
    dispatch(signedIn({ user: other, message: 'in' }));
    await late;
    expect(auth().user).toEqual(other);
  });

  it('takes a refusal as the end of the session of somebody signed in, not of a visitor', async () => {
    const wrong = { ...refusal, code: 'INVALID_CREDENTIALS' };
    const { dispatch, auth } = storeAnswering(
      [401, refusal],
      [200, { user, message: 'in' }],
      [401, wrong],
      [401, refusal],
    );
    await dispatch(updateProfile({ name: 'X' }));
    expect(auth().ending).toBe(null);
    await dispatch(login(credentials));
    await dispatch(updateProfile({ name: 'X' }));
    expect(auth()).toMatchObject({ user, ending: null });
    await dispatch(updateProfile({ name: 'X' }));
    expect(auth()).toMatchObject({ user: null, isAuthenticated: false, ending: 'expired' });
  });
});
