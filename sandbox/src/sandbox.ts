import type { Pool } from 'pg';
import type { Alarm } from './alarm.ts';
import type { PastPayment } from './payments/payments.queries.ts';

export interface SandboxOptions {
  pool: Pool;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Asked at each notice: a shop that mounts the sandbox knows its own address only once it listens. */
  webhookUrl: () => string;
  now?: () => Date;
  /** What a demo shop sold before it was opened, so that it can be refunded like everything else. */
  pastPayments?: () => Promise<readonly PastPayment[]>;
  /** Opens `/v1/test/*`, through which tests make the provider misbehave. */
  allowFaults?: boolean;
  /** Wakes the background work. Mounts in one process share it. */
  alarm?: Alarm;
  /** Whether this mount does the background work; one of those in a process is enough. */
  hasBackground?: boolean;
}

/** The dependencies that every part of the sandbox is given. */
export interface Sandbox extends Required<Omit<SandboxOptions, 'pastPayments' | 'alarm' | 'hasBackground'>> {
  /** Makes the background work look at once instead of at its next poll. Call it after the commit. */
  wake: () => void;
}

export const CURRENCY = 'INR';

export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
