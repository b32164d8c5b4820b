import type { failures } from '@shop/contract/failures';

// The type alone: the table of failures stays out of the first page's script.
export const FRESH_PROOF_REQUIRED: (typeof failures)['freshProofRequired']['code'] = 'FRESH_PROOF_REQUIRED';

/** Asks whoever is at the keyboard to prove who they are; false when they would rather not. The pages that need it set it. */
export const proofDialog = { ask: async (): Promise<boolean> => false };
