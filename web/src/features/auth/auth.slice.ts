import { createSlice, isRejectedWithValue, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { User } from '@shop/contract/accounts/accounts';
import type { Api, RequestFailure } from '../../lib/api.ts';
import { type ReadState, type Request, request, trackRead, unread } from '../../lib/state/request-state.ts';
import { storeGroups } from '../../lib/state/root-reducer.ts';

export type AuthState = ReadState & {
  user: User | null;
  isAuthenticated: boolean;
  /** Whether the session check is done. Guarded pages show a loading screen until then. */
  isChecked: boolean;
  /** How the session ended, unless the user signed out in this tab. It decides where guarded pages redirect. */
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

/** `known` is the id of the user whom this tab believes to be signed in. The reply is ignored if that has changed. */
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
const setMessage = (state: AuthState, { message }: { message: string }) => {
  state.message = message;
};
/** Ignores a late reply about a user who is not signed in any more. */
const updateSameUser = (state: AuthState, { user }: { user: User }) => {
  if (state.user?._id === user._id) setUser(state, user);
};
const signIn = (state: AuthState, reply: { user: User; message: string }) => {
  setUser(state, reply.user);
  setMessage(state, reply);
};
const signOut = (state: AuthState, reply: { message: string }) => {
  setUser(state, null);
  setMessage(state, reply);
};

const isNotSignedIn = (action: UnknownAction) =>
  isRejectedWithValue(action) && (action.payload as RequestFailure).code === 'NOT_SIGNED_IN';

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    clearAuthState: (state) => {
      Object.assign(state, unread, { message: null, ending: null });
    },
    /** The user signed in with a second factor or a passkey. */
    signedIn: (state, { payload }: PayloadAction<{ user: User; message: string }>) => signIn(state, payload),
  },
  extraReducers: (builder) => {
    const whole = (state: AuthState) => state;
    // A late failure of a form that was left is dropped. A late success still signs the user in or out.
    const trackForm = <Reply, Input>(
      thunk: Request<Reply, Input>,
      onFulfilled: (state: AuthState, reply: Reply) => void,
    ) => trackRead(builder, thunk, whole, onFulfilled, onFulfilled);
    trackForm(register, signIn);
    // With two-factor sign-in the reply has no user yet.
    trackForm(login, (state, { user, message }) => user && signIn(state, { user, message }));
    trackForm(updateProfile, (state, reply) => {
      updateSameUser(state, reply);
      setMessage(state, reply);
    });
    trackForm(logout, signOut);
    trackForm(changePassword, signOut);
    trackForm(forgotPassword, setMessage);
    trackForm(resetPassword, setMessage);
    trackForm(deleteAccount, (state, reply) => {
      signOut(state, reply);
      state.ending = 'deleted';
    });

    // Background calls do not touch `loading`, which belongs to the current form.
    builder
      // Ignore the reply if another user has signed in since the request.
      .addCase(checkSession.fulfilled, (state, { payload, meta }) => {
        if (state.user?._id !== meta.arg) return;
        if (state.user && !payload.user) state.ending = 'elsewhere';
        setUser(state, payload.user);
      })
      // The refreshed session may belong to a user who signed in in another tab. It must not undo a sign-out in this tab.
      .addCase(refreshSession.fulfilled, (state, { payload }) => {
        if (state.user) setUser(state, payload.user);
      })
      .addCase(loadProfile.fulfilled, (state, { payload }) => updateSameUser(state, payload));
    // A failed session check counts as a visitor; the first call that needs a sign-in answers 401.
    builder
      .addMatcher(checkSession.settled, (state) => {
        state.isChecked = true;
      })
      .addMatcher(isNotSignedIn, (state) => {
        if (!state.user) return;
        setUser(state, null);
        state.ending = 'expired';
      });
  },
}).injectInto(storeGroups);

export const { clearAuthState, signedIn } = authSlice.actions;
