import type { Location } from 'react-router';

/** What a navigation to the sign-in page carries: where to return to (decision 2), and why it was needed. */
export type SignInState = { from?: Location; isExpired?: boolean; wanted?: { title: string; amount: number } };
