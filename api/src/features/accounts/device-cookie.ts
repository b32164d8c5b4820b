import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_DAYS, deviceHashOf, isDeviceToken } from './devices.rules.ts';

/** Like the session's: on HTTPS no other host and no insecure page can plant it. */
const cookieName = (isHttps: boolean) => (isHttps ? '__Host-device' : 'device');
const COOKIES = [cookieName(true), cookieName(false)];

/** Of the token that a browser carries, if it carries one. */
export function tokenHashOf(request: FastifyRequest): Buffer | undefined {
  const tokens = COOKIES.map((name) => request.cookies[name]);
  const token = tokens.find((value) => value !== undefined && isDeviceToken(value));
  return token === undefined ? undefined : deviceHashOf(token);
}

export function keepDeviceToken(reply: FastifyReply, token: string, { isHttps }: { isHttps: boolean }): void {
  void reply.setCookie(cookieName(isHttps), token, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isHttps,
    maxAge: DEVICE_DAYS * 86_400,
  });
}
