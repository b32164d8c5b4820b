import type pg from 'pg';
import type { PhaseFigures } from './attempts.ts';
import type { MailReceiver } from './mail-receiver.ts';

export type MailDelays = { count: number; missing: number; p50Ms: number; p99Ms: number; longestMs: number };

/** The time from delivery to the arrival of the mail, by phase of the delivery. */
export async function mailDelays(
  pool: pg.Pool,
  phases: PhaseFigures[],
  { arrivals }: MailReceiver,
): Promise<MailDelays[]> {
  const { rows } = await pool.query<{ order_id: string; delivered_at: Date }>(
    'select order_id, delivered_at from deliveries',
  );
  return phases.map(({ from, to }) => {
    const delivered = rows.filter(({ delivered_at }) => delivered_at >= from && delivered_at < to);
    const delays = delivered
      .flatMap(({ order_id, delivered_at }) => {
        const arrivedAt = arrivals.get(order_id);
        return arrivedAt ? [arrivedAt.getTime() - delivered_at.getTime()] : [];
      })
      .toSorted((one, other) => one - other);
    const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
    return {
      count: delays.length,
      missing: delivered.length - delays.length,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      longestMs: at(1),
    };
  });
}
