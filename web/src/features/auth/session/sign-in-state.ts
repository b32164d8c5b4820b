import type { Location } from 'react-router';

/** Navigation state of the sign-in page: the page to return to (spec point 2) and the reason for the redirect. */
export type SignInState = { from?: Location; isExpired?: boolean; intendedProduct?: { title: string; amount: number } };
