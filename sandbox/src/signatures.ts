import { createHmac, timingSafeEqual } from 'node:crypto';

export function signPayment(orderId: string, paymentId: string, keySecret: string): string {
  return hmacSha256(`${orderId}|${paymentId}`, keySecret);
}

export function signWebhook(rawBody: string, webhookSecret: string): string {
  return hmacSha256(rawBody, webhookSecret);
}

export function isSameSecret(given: string, expected: string): boolean {
  // Digests have equal lengths, which timingSafeEqual requires and which hide the length of the secret.
  return timingSafeEqual(Buffer.from(hmacSha256(given, '')), Buffer.from(hmacSha256(expected, '')));
}

function hmacSha256(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
