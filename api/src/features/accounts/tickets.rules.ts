import { newSecret, secretHashOf } from './secret.rules.ts';

/** Time to unlock a phone, open the app and type; not to come back after lunch. */
export const TICKET_MINUTES = 5;
export const newTicket = newSecret;
export const ticketHashOf = secretHashOf;
