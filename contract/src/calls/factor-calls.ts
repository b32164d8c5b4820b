import { type Call, call } from './call.ts';

/** The calls of second factors and passkeys. The browser loads this table with their screens. */
export const factorCalls = {
  finishSignIn: call('POST', '/auth/two-factor', 'everyone'),
  showTwoFactor: call('GET', '/auth/two-factor', 'signed-in'),
  startTwoFactor: call('POST', '/auth/two-factor/start', 'signed-in'),
  confirmTwoFactor: call('POST', '/auth/two-factor/confirm', 'signed-in'),
  endTwoFactor: call('DELETE', '/auth/two-factor', 'signed-in'),
  listSessions: call('GET', '/auth/sessions', 'signed-in'),
  endSession: call('DELETE', '/auth/sessions/:id', 'signed-in'),
  endOtherSessions: call('DELETE', '/auth/sessions', 'signed-in'),
  prove: call('POST', '/auth/prove', 'signed-in'),
  listPasskeys: call('GET', '/auth/passkeys', 'signed-in'),
  startPasskey: call('POST', '/auth/passkeys/start', 'signed-in'),
  addPasskey: call('POST', '/auth/passkeys', 'signed-in'),
  renamePasskey: call('PATCH', '/auth/passkeys/:id', 'signed-in'),
  removePasskey: call('DELETE', '/auth/passkeys/:id', 'signed-in'),
  askForPasskey: call('POST', '/auth/passkeys/challenge', 'everyone'),
  signInWithPasskey: call('POST', '/auth/passkeys/sign-in', 'everyone'),
} as const satisfies Record<string, Call>;
