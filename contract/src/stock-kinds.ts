/** One code that every sale delivers, or codes of which each is sold once (decision 34). */
export const stockKinds = ['shared', 'pool'] as const;
export type StockKind = (typeof stockKinds)[number];

/** Why a line of an import is not taken. */
export const lineRefusals = ['duplicate-in-file', 'already-in-stock', 'too-long', 'malformed', 'expired'] as const;
export type LineRefusal = (typeof lineRefusals)[number];

/** Open: something of it can still be sold. */
export const batchStates = ['open', 'recalled', 'used-up', 'expired'] as const;
export type BatchState = (typeof batchStates)[number];
