import type { NewCredential } from '@shop/contract/accounts/passkeys';
import { factorCalls } from '@shop/contract/calls/factor-calls';
import { registerCalls } from '../../../lib/api.ts';
import { request } from '../../../lib/state/request-state.ts';

registerCalls(factorCalls);

export const loadTwoFactor = request('account/twoFactor', (api) => api.showTwoFactor({}));
export const startTwoFactor = request('account/startTwoFactor', (api) => api.startTwoFactor({}));
export const confirmTwoFactor = request('account/confirmTwoFactor', (api, code: string) =>
  api.confirmTwoFactor({ body: { code } }),
);
export const endTwoFactor = request('account/endTwoFactor', (api, body: { password: string; code: string }) =>
  api.endTwoFactor({ body }),
);

export const loadPasskeys = request('account/passkeys', (api) => api.listPasskeys({}));
export const startPasskey = request('account/startPasskey', (api) => api.startPasskey({}));
export const addPasskey = request('account/addPasskey', (api, body: { name: string; credential: NewCredential }) =>
  api.addPasskey({ body }),
);
export const renamePasskey = request('account/renamePasskey', (api, { id, name }: { id: string; name: string }) =>
  api.renamePasskey({ params: { id }, body: { name } }),
);
export const removePasskey = request('account/removePasskey', (api, id: string) =>
  api.removePasskey({ params: { id } }),
);

export const loadSessions = request('account/sessions', (api) => api.listSessions({}));
export const endSession = request('account/endSession', (api, id: string) => api.endSession({ params: { id } }));
export const endOtherSessions = request('account/endOtherSessions', (api) => api.endOtherSessions({}));
