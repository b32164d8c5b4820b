import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, so that the time does not reveal how much of a forged signature is right. */
export function isSignature(signature: string, signed: Buffer, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', secret).update(signed).digest());
}
