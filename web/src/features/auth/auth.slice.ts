import { createSlice, isRejectedWithValue, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { User } from '@shop/contract/accounts';
import type { Api, RequestFailure } from '../../lib/api.ts';
import { idle, type RequestState, request, track } from '../../lib/request-state.ts';
import { storeGroups } from '../../lib/root-reducer.ts';
import { NOT_SIGNED_IN } from '../../lib/session-send.ts';

export type AuthState = RequestState & {
  user: User | null;
  isAuthenticated: boolean;
  /** Whether the session has been asked for; until then guarded pages show the loading screen. */
  isChecked: boolean;
  /** How the session ended when it was not signed out of here: decides where its pages lead. */
  ending: 'expired' | 'elsewhere' | 'deleted' | null;
  message: string | null;
};

const initialState: AuthState = {
  ...idle,
  user: null,
  isAuthenticated: false,
  isChecked: false,
  ending: null,
  message: null,
};

type Body<Name extends 'register' | 'login' | 'updateProfile' | 'updatePassword' | 'forgotPassword'> = Parameters<
  Api[Name]
>[0]['body'];

/** `known` is who was signed in when it was asked, as far as this tab knows. */
export const checkSession = request('auth/me', (api, _known?: string) => api.currentUser({}));
export const refreshSession = request('auth/refresh', (api) => api.refreshSession({}));
export const loadProfile = request('auth/profile', (api) => api.profile({}));
export const register = request('auth/register', (api, body: Body<'register'>) => api.register({ body }));
export const login = request('auth/login', (api, body: Body<'login'>) => api.login({ body }));
export const logout = request('auth/logout', (api) => api.logout({}));
export const updateProfile = request('auth/update-profile', (api, body: Body<'updateProfile'>) =>
  api.updateProfile({ body }),
);
export const changePassword = request('auth/update-password', (api, body: Body<'updatePassword'>) =>
  api.updatePassword({ body }),
);
export const forgotPassword = request('auth/forgot-password', (api, body: Body<'forgotPassword'>) =>
  api.forgotPassword({ body }),
);
export const resetPassword = request('auth/reset-password', (api, input: { token: string; password: string }) =>
  api.resetPassword({ params: { token: input.token }, body: { password: input.password } }),
);
export const deleteAccount = request('auth/delete-account', (api, password: string) =>
  api.deleteAccount({ body: password === '' ? undefined : { password } }),
);

const setUser = (state: AuthState, user: User | null) => {
  state.user = user;
  state.isAuthenticated = user !== null;
  if (user) state.ending = null;
};
const keepMessage = (state: AuthState, { message }: { message: string }) => {
  state.message = message;
};
const enter = (state: AuthState, reply: { user: User; message: string }) => {
  setUser(state, reply.user);
  keepMessage(state, reply);
};
const leave = (state: AuthState, reply: { message: string }) => {
  setUser(state, null);
  keepMessage(state, reply);
};

const isRefusedAsVisitor = (action: UnknownAction) =>
  isRejectedWithValue(action) && (action.payload as RequestFailure).code === NOT_SIGNED_IN;

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    clearAuthState: (state) => {
      state.error = null;
      state.message = null;
      state.ending = null;
    },
    /** By a second step, or by a passkey. */
    signedIn: (state, { payload }: PayloadAction<{ user: User; message: string }>) => enter(state, payload),
  },
  extraReducers: (builder) => {
    const whole = (state: AuthState) => state;
    track(builder, register, whole, enter);
    // With two-factor sign-in on, nobody is signed in yet.
    track(builder, login, whole, (state, { user, message }) => user && enter(state, { user, message }));
    track(builder, updateProfile, whole, enter);
    track(builder, logout, whole, leave);
    track(builder, changePassword, whole, leave);
    track(builder, forgotPassword, whole, keepMessage);
    track(builder, resetPassword, whole, keepMessage);
    track(builder, deleteAccount, whole, (state, reply) => {
      leave(state, reply);
      state.ending = 'deleted';
    });

    // Calls that nobody waits for leave `loading` to the form that is being sent.
    builder
      // Somebody who has signed in meanwhile is not the person that this answer is about.
      .addCase(checkSession.fulfilled, (state, { payload, meta }) => {
        if (state.user?._id !== meta.arg) return;
        if (state.user && !payload.user) state.ending = 'elsewhere';
        setUser(state, payload.user);
      })
      .addCase(refreshSession.fulfilled, (state, { payload }) => setUser(state, payload.user))
      .addCase(loadProfile.fulfilled, (state, { payload }) => setUser(state, payload.user));
    // A visitor who cannot be identified is a visitor: the first thing that needs a sign-in will say so.
    builder
      .addMatcher(checkSession.settled, (state) => {
        state.isChecked = true;
      })
      .addMatcher(isRefusedAsVisitor, (state) => {
        if (!state.user) return;
        setUser(state, null);
        state.ending = 'expired';
      });
  },
}).injectInto(storeGroups);

export const { clearAuthState, signedIn } = authSlice.actions;
