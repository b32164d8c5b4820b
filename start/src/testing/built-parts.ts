import { expect } from 'vitest';

/** Files that the built server reads from beside its bundle: a name, the URL that serves them and a word of the reply. */
export const builtParts = [
  ['/readyz, which needs the migrations', '/readyz', 'ready'],
  ['the web app', '/', '<!doctype html>'],
  ['the assets of the sandbox', '/sandbox/razorpay/v1/checkout.js', 'Razorpay'],
  ['the documentation of the API', '/api/docs/js/scalar.js', 'createApiReference'],
] as const;

export async function expectPart(url: string, path: string, text: string): Promise<void> {
  const reply = await fetch(`${url}${path}`);
  const isThere = (await reply.text()).toLowerCase().includes(text.toLowerCase());
  expect([path, reply.status, isThere]).toEqual([path, 200, true]);
}
