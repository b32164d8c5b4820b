import { createHmac, timingSafeEqual } from 'node:crypto';
import { SHOP_NAME } from '@shop/contract/limits/limits';

/** One-time codes by the time: RFC 6238 over RFC 4226, as every authenticator app makes them. */
type Scheme = { algorithm: 'sha1' | 'sha256' | 'sha512'; digits: number };
const APPS: Scheme = { algorithm: 'sha1', digits: 6 };

export const SECRET_BYTES = 20;
const STEP_MS = 30_000;
// A phone's clock may be off by a step, and typing takes time.
const STEPS_AROUND = [0, -1, 1];

export const stepAt = (date: Date): number => Math.floor(date.getTime() / STEP_MS);

export function codeAt(secret: Buffer, step: number, { algorithm, digits } = APPS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  // The last four bits say where in the digest the number is read.
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/** The step whose code this is; undefined for a wrong one, and for one of a step that was used or passed over. */
export const stepOf = (secret: Buffer, code: string, { now, lastStep }: { now: Date; lastStep: number }) =>
  STEPS_AROUND.map((distance) => stepAt(now) + distance).find(
    (step) => step > lastStep && isSame(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  );

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding: how people type a secret into their app. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

export function otpauthUrl(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: SHOP_NAME });
  // Apps read a plus sign as itself.
  const label = `${encodeURIComponent(SHOP_NAME)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
}
