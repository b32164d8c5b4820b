/** Time to unlock a phone, open the app and type; not to come back after lunch. */
export const PENDING_SIGN_IN_MINUTES = 5;
