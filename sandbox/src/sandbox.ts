import type { Pool } from 'pg';
import type { Alarm } from './alarm.ts';
import type { PastPayment } from './payments/payments.queries.ts';

export interface SandboxOptions {
  pool: Pool;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Read for each webhook, because the shop knows its own address only once it listens. */
  webhookUrl: () => string;
  now?: () => Date;
  /** The payments of the demo, so that they can be refunded. */
  pastPayments?: () => Promise<readonly PastPayment[]>;
  /** Enables `/v1/test/*`, the test controls. */
  allowFaults?: boolean;
  /** Wakes the background work. Mounts in one process share it. */
  alarm?: Alarm;
  /** Whether this mount does the background work. One mount of a process is enough. */
  hasBackground?: boolean;
}

/** The dependencies of every part of the sandbox. */
export interface Sandbox extends Required<Omit<SandboxOptions, 'pastPayments' | 'alarm' | 'hasBackground'>> {
  /** Starts the background work now instead of at its next poll. Called after the commit. */
  wake: () => void;
}

export const CURRENCY = 'INR';

export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
