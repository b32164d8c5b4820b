/** Time to unlock a phone, open the app and type; not to come back after lunch. */
export const TICKET_MINUTES = 5;
