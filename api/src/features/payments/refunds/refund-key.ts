const KEY = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(\d+)$/;

type Attempt = { id: string; attempt: number };

/** The idempotency key of a refund request: the provider carries out each key once. */
export const refundKey = ({ id, attempt }: Attempt): string => `${id}-${attempt}`;

/** The attempt that a key belongs to; undefined when the key is not ours. */
export function attemptOf(key: string | null): Attempt | undefined {
  const [, id, attempt] = KEY.exec(key ?? '') ?? [];
  return id && attempt ? { id, attempt: Number(attempt) } : undefined;
}
