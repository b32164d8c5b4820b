import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Database } from '../../../tables.ts';
import { newSecret, secretHashOf } from '../sessions/secret.rules.ts';
import { deviceTokenHash, writeDeviceCookie } from './device-cookie.ts';
import { findAnyDevice, findDevice, insertDevice, touchDevice, updateDeviceToken } from './devices.queries.ts';

export type DeviceDeps = { db: Database; clock: Clock; config: { isHttps: boolean } };

/** Checks the cookie only, without a query. */
export const hasDeviceCookie = (request: FastifyRequest): boolean => deviceTokenHash(request) !== undefined;

/** Whether this user has signed in with this browser before. A known device alone does not sign anybody in. */
export async function isKnownDevice(db: Database, userId: string, request: FastifyRequest): Promise<boolean> {
  const tokenHash = deviceTokenHash(request);
  return tokenHash !== undefined && (await findDevice(db, { tokenHash, userId })) !== undefined;
}

/**
 * Stores the browser as a known device after a sign-in. An unknown browser gets a new token, because an attacker may have
 * planted the old one and would then count as a known device of this user.
 */
export async function rememberDevice(
  { db, clock, config }: DeviceDeps,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<'known' | 'new' | 'first'> {
  const now = clock.now();
  const before = deviceTokenHash(request);
  if (before && (await touchDevice(db, { tokenHash: before, userId }, now))) return 'known';
  const token = newSecret();
  const tokenHash = secretHashOf(token);
  const isFirst = (await findAnyDevice(db, userId)) === undefined;
  await inTransaction(db, async (db) => {
    if (before) await updateDeviceToken(db, before, tokenHash);
    await insertDevice(db, { tokenHash, userId }, now);
  });
  writeDeviceCookie(reply, token, config);
  return isFirst ? 'first' : 'new';
}
