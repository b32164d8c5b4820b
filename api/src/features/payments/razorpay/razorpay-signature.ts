import { createHmac, timingSafeEqual } from 'node:crypto';

/** In constant time: how far a forged signature agrees must not show in how long it takes to refuse. */
export function isSignature(signature: string, signed: Buffer, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', secret).update(signed).digest());
}
