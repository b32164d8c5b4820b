/** `shared`: every sale delivers the same code. `pool`: each code is sold once. */
export const stockKinds = ['shared', 'pool'] as const;
export type StockKind = (typeof stockKinds)[number];

/** Why a line of an import is refused. */
export const lineRefusals = ['duplicate-in-file', 'already-in-stock', 'too-long', 'malformed', 'expired'] as const;
export type LineRefusal = (typeof lineRefusals)[number];

/** `open`: some of its units can still be sold. */
export const batchStates = ['open', 'recalled', 'used-up', 'expired'] as const;
export type BatchState = (typeof batchStates)[number];
