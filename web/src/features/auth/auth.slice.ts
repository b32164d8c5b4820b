import { createSlice } from '@reduxjs/toolkit';
import type { User } from '@shop/contract/accounts';
import { idle, type RequestState, request, track } from '../../lib/request-state.ts';

export type AuthState = RequestState & {
  user: User | null;
  isAuthenticated: boolean;
  /** Whether the session has been asked for; until then guarded pages show the loading screen. */
  isChecked: boolean;
  message: string | null;
};

const initialState: AuthState = { ...idle, user: null, isAuthenticated: false, isChecked: false, message: null };

export const checkSession = request('auth/me', (api) => api.currentUser({}));

const signIn = (state: AuthState, user: User | null) => {
  state.user = user;
  state.isAuthenticated = user !== null;
};

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    clearAuthState: (state) => {
      state.error = null;
      state.message = null;
    },
  },
  extraReducers: (builder) => {
    track(
      builder,
      checkSession,
      (state) => state,
      (state, { user }) => signIn(state, user),
    );
    // A visitor who cannot be identified is a visitor: the first thing that needs a sign-in will say so.
    builder.addMatcher(checkSession.settled, (state) => {
      state.isChecked = true;
      state.error = null;
    });
  },
});

export const { clearAuthState } = authSlice.actions;
