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

/** A store whose server gives these replies in order. */
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
  it('the session counts as checked after any reply, even a failure', async () => {
    const { dispatch, auth } = storeAnswering([500, {}], [200, { user: null }], [200, { user }]);
    expect(auth().isChecked).toBe(false);
    await dispatch(checkSession());
    expect(auth()).toMatchObject({ isChecked: true, isAuthenticated: false, error: null });
    await dispatch(checkSession());
    expect(auth()).toMatchObject({ isChecked: true, isAuthenticated: false });
    await dispatch(checkSession());
    expect(auth()).toMatchObject({ isAuthenticated: true, user });
  });

  it('the error of a refused sign-in stays until the next attempt', async () => {
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

  it('a correct password alone does not sign in a user with two-factor sign-in', async () => {
    const { dispatch, auth } = storeAnswering([200, { twoFactor: true, message: 'Enter the code' }]);
    await dispatch(login(credentials));
    expect(auth()).toMatchObject({ loading: false, user: null, isAuthenticated: false });
  });

  it('a form does not show the loading state or the error of an earlier form', async () => {
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

  it('a sign-in succeeds even if the user leaves the form before the reply', async () => {
    const { dispatch, auth } = storeAnswering([200, { user, message: 'in' }]);
    const left = dispatch(login(credentials));
    dispatch(clearAuthState());
    await left;
    expect(auth()).toMatchObject({ loading: false, isAuthenticated: true, user });
  });

  it('logging out, changing the password and deleting the account sign the user out', async () => {
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

  it('a profile change and a session refresh replace the user', async () => {
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

  it('the session check follows another tab and ignores outdated replies', async () => {
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
    ['loaded profile', (dispatch: Dispatch) => dispatch(loadProfile())],
    ['saved profile', (dispatch: Dispatch) => dispatch(updateProfile({ name: user.name }))],
    ['refreshed session', (dispatch: Dispatch) => dispatch(refreshSession())],
  ])('a %s that arrives after signing out does not sign the user in again', async (_, ask) => {
    const { dispatch, auth } = storeAnswering([200, { user, message: 'in' }], [200, { user, message: 'Saved' }]);
    await dispatch(login(credentials));
    const late = ask(dispatch);
    dispatch(logout.fulfilled({ message: 'out' }, 'logout', undefined));
    await late;
    expect(auth()).toMatchObject({ user: null, isAuthenticated: false });
  });

  it.each([
    ['loaded profile', (dispatch: Dispatch) => dispatch(loadProfile())],
    ['saved profile', (dispatch: Dispatch) => dispatch(updateProfile({ name: user.name }))],
  ])('a late %s of the previous user does not replace the current user', async (_, ask) => {
    const other = { ...user, _id: '0190a8c0-0000-7000-8000-00000000000b', name: 'Bela Das' };
    const { dispatch, auth } = storeAnswering([200, { user, message: 'in' }], [200, { user, message: 'Saved' }]);
    await dispatch(login(credentials));
    const late = ask(dispatch);
    dispatch(signedIn({ user: other, message: 'in' }));
    await late;
    expect(auth().user).toEqual(other);
  });

  it('NOT_SIGNED_IN ends the session of a signed-in user and not of a visitor', async () => {
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
