import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, so that the response time reveals nothing about the right signature. */
export function isValidSignature(signature: string, signed: Buffer, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', secret).update(signed).digest());
}
