import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Job } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import { type TestPayments, testPayments } from '../clients/test-payments.ts';
import { openTestShop, type TestShop } from '../test-shop.ts';
import { expectInvariants } from './invariants.ts';
import { findLeaks, type ObservedOutput, recordJobPayloads } from './leaks.ts';

type WatchedShop = ObservedOutput & { payments: TestPayments; close(): Promise<void> };

export type FaultyShop = TestShop & WatchedShop;

/** The shop with jobs at work and a provider that misbehaves when told to. */
export async function openFaultyShop(
  env: Record<string, string> = {},
  options: { jobs?: (jobs: Job[]) => Job[] } = {},
): Promise<FaultyShop> {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const shop = await openTestShop({ SANDBOX_FAULTS: 'on', ...env }, { worker: true, log, ...options });
  return {
    ...shop,
    payments: testPayments(shop),
    logged: () => lines.join(''),
    seenMails: async () =>
      shop.mails.sent.map(({ to, messageId, subject, html, text }) => ({
        to,
        messageId,
        outside: `${to} ${messageId} ${subject}`,
        inside: `${html} ${text}`,
      })),
  };
}

/**
 * The faults of a test file: they share one shop, and after each of them, whether it bought something or was refused,
 * they are over and the shop is held to I1–I5 (`invariants.ts`, `leaks.ts`). A row that a test names by its number is one of
 * the list of faults and attacks that the shop was built against.
 */
export function shareFaultyShop<S extends WatchedShop>(open: () => Promise<S>, begin: (shop: S) => void): void {
  let shop: S;
  beforeAll(async () => {
    shop = await open();
    await recordJobPayloads(shop.pool);
    begin(shop);
  });
  afterEach(async () => {
    await shop.payments.clearFaults();
    await expectInvariants(shop);
    expect(await findLeaks(shop)).toEqual([]);
  });
  afterAll(() => shop.close());
}
