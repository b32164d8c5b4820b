/** Asks whoever is at the keyboard to prove who they are; false when they would rather not. The pages that need it set it. */
export const proofDialog = { ask: async (): Promise<boolean> => false };
