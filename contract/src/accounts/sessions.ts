import { z } from 'zod';
import { calls } from '../calls/calls.ts';
import { endpoint } from '../calls/endpoint.ts';
import { dataOf, id, idParams, isoDate, messageReply } from '../common.ts';

export const ownSession = z.object({
  _id: id,
  /** A readable name such as 'Chrome on Windows'. */
  device: z.string(),
  beganAt: isoDate,
  lastSeenAt: isoDate,
  isThisOne: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const sessionEndpoints = {
  listSessions: endpoint(calls.listSessions, {
    summary: 'Where the signed-in user is signed in',
    reply: dataOf(z.array(ownSession)),
  }),
  endSession: endpoint(calls.endSession, {
    summary: "End one of the user's own sessions",
    params: idParams,
    reply: messageReply,
  }),
  endOtherSessions: endpoint(calls.endOtherSessions, {
    summary: 'End every session but this one',
    reply: messageReply,
  }),
} as const;
