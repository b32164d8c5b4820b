import type { FastifyReply, FastifyRequest } from 'fastify';
import { secretHashOf } from '../sessions/secret.rules.ts';
import { secretCookie } from '../sessions/secret-cookie.ts';
import { DEVICE_DAYS } from './devices.rules.ts';

const cookieOf = (config: { isHttps: boolean }) => secretCookie(config, 'device');
// The cookie has another name on HTTPS. Reading both keeps devices known after the shop moves to HTTPS.
const COOKIES = [cookieOf({ isHttps: true }), cookieOf({ isHttps: false })];

/** Returns the hash of the browser's device token, or undefined if it sends none. */
export function deviceTokenHash(request: FastifyRequest): Buffer | undefined {
  const [token] = COOKIES.flatMap((cookie) => cookie.read(request) ?? []);
  return token === undefined ? undefined : secretHashOf(token);
}

export const writeDeviceCookie = (reply: FastifyReply, token: string, config: { isHttps: boolean }): void =>
  cookieOf(config).write(reply, token, DEVICE_DAYS * 24 * 60);
