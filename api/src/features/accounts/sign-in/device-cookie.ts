import type { FastifyReply, FastifyRequest } from 'fastify';
import { secretHashOf } from '../sessions/secret.rules.ts';
import { secretCookie } from '../sessions/secret-cookie.ts';
import { DEVICE_DAYS } from './devices.rules.ts';

const cookieOf = (config: { isHttps: boolean }) => secretCookie(config, 'device');
// Both: a browser that was known before the shop moved to HTTPS still is.
const COOKIES = [cookieOf({ isHttps: true }), cookieOf({ isHttps: false })];

/** Of the token that a browser carries, if it carries one. */
export function deviceTokenHash(request: FastifyRequest): Buffer | undefined {
  const [token] = COOKIES.flatMap((cookie) => cookie.read(request) ?? []);
  return token === undefined ? undefined : secretHashOf(token);
}

export const writeDeviceCookie = (reply: FastifyReply, token: string, config: { isHttps: boolean }): void =>
  cookieOf(config).write(reply, token, DEVICE_DAYS * 24 * 60);
