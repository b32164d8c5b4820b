import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
/** Time to unlock a phone, open the app and type; not to come back after lunch. */
export const TICKET_MINUTES = 5;
export const newTicket = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const ticketHashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
