import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Job } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import { type TestPayments, testPayments } from '../clients/test-payments.ts';
import { openTestShop, type TestShop } from '../test-shop.ts';
import { expectInvariants } from './invariants.ts';
import { findLeaks, type ObservedOutput, recordJobPayloads } from './leaks.ts';

type WatchedShop = ObservedOutput & { payments: TestPayments; close(): Promise<void> };

export type FaultyShop = TestShop & WatchedShop;

/** A shop with a running worker and a sandbox that can simulate provider faults. */
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
 * Opens one shop for all tests of a file. After each test it clears the planned faults and checks the invariants I1–I5
 * (`invariants.ts`, `leaks.ts`). Fault numbers in test titles refer to the list of faults and attacks of the specification.
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
