import { createSlice, isRejectedWithValue, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { User } from '@shop/contract/accounts/accounts';
import type { Api, RequestFailure } from '../../lib/api.ts';
import { type ReadState, type Request, request, trackRead, unread } from '../../lib/state/request-state.ts';
import { storeGroups } from '../../lib/state/root-reducer.ts';

export type AuthState = ReadState & {
  user: User | null;
  isAuthenticated: boolean;
  /** Whether the session has been asked for; until then guarded pages show the loading screen. */
  isChecked: boolean;
  /** How the session ended when it was not signed out of here: decides where its pages lead. */
  ending: 'expired' | 'elsewhere' | 'deleted' | null;
  message: string | null;
};

const initialState: AuthState = {
  ...unread,
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
  api.deleteAccount({ body: { password } }),
);

const setUser = (state: AuthState, user: User | null) => {
  state.user = user;
  state.isAuthenticated = user !== null;
  if (user) state.ending = null;
};
const keepMessage = (state: AuthState, { message }: { message: string }) => {
  state.message = message;
};
/** Whoever has signed out, or is somebody else by now, is not the person that such an answer is about. */
const renew = (state: AuthState, { user }: { user: User }) => {
  if (state.user?._id === user._id) setUser(state, user);
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
  isRejectedWithValue(action) && (action.payload as RequestFailure).code === 'NOT_SIGNED_IN';

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    clearAuthState: (state) => {
      Object.assign(state, unread, { message: null, ending: null });
    },
    /** By a second step, or by a passkey. */
    signedIn: (state, { payload }: PayloadAction<{ user: User; message: string }>) => enter(state, payload),
  },
  extraReducers: (builder) => {
    const whole = (state: AuthState) => state;
    // Whoever has left a form does not meet its failure on the next one, but is signed in or out by it all the same.
    const trackForm = <Reply, Input>(
      thunk: Request<Reply, Input>,
      onFulfilled: (state: AuthState, reply: Reply) => void,
    ) => trackRead(builder, thunk, whole, onFulfilled, onFulfilled);
    trackForm(register, enter);
    // With two-factor sign-in on, nobody is signed in yet.
    trackForm(login, (state, { user, message }) => user && enter(state, { user, message }));
    trackForm(updateProfile, (state, reply) => {
      renew(state, reply);
      keepMessage(state, reply);
    });
    trackForm(logout, leave);
    trackForm(changePassword, leave);
    trackForm(forgotPassword, keepMessage);
    trackForm(resetPassword, keepMessage);
    trackForm(deleteAccount, (state, reply) => {
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
      // It may be somebody else's who signed in in another tab, but signs nobody in who has signed out meanwhile.
      .addCase(refreshSession.fulfilled, (state, { payload }) => {
        if (state.user) setUser(state, payload.user);
      })
      .addCase(loadProfile.fulfilled, (state, { payload }) => renew(state, payload));
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
