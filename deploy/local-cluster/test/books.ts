import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { brokenInvariants, tablesContaining } from '../../../api/src/testing/checks/invariants.ts';
import { CANARY } from '../../../api/src/testing/data/builders.ts';

/** The answers of shop and provider to the buyers, for each order. */
export type Acknowledged = { placed: Set<string>; paid: Set<string>; delivered: Set<string> };

export type Books = {
  placed: number;
  paid: number;
  delivered: number;
  lost: string[];
  broken: string[];
  leaks: string[];
  settledMs: number;
};

// The reconciler finds payments whose event and page were both lost.
const LONGEST_SETTLING_MS = 180_000;
const POLL_INTERVAL_MS = 500;

type Options = { pool: pg.Pool; acknowledged: Acknowledged; folder: string };

/** Waits until every payment is settled. Then checks the answers of the shop and I1–I5. */
export async function checkBooks({ pool, acknowledged, folder }: Options): Promise<Books> {
  const since = performance.now();
  const look = async () => ({ lost: await findLost(pool, acknowledged), broken: await brokenInvariants(pool) });
  let found = await look();
  while (found.lost.length + found.broken.length > 0 && performance.now() - since < LONGEST_SETTLING_MS) {
    await pause(POLL_INTERVAL_MS);
    found = await look();
  }
  const settledMs = performance.now() - since;
  return {
    placed: acknowledged.placed.size,
    paid: acknowledged.paid.size,
    delivered: acknowledged.delivered.size,
    ...found,
    leaks: [...(await tablesContaining(pool, CANARY)), ...(await logsContaining(folder, CANARY))],
    settledMs,
  };
}

async function findLost(pool: pg.Pool, { placed, paid, delivered }: Acknowledged): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; is_delivered: boolean; is_captured: boolean }>(
    `select orders.id, is_delivered, exists (
       select from sandbox.payments where payments.order_id = provider_orders.provider_order_id and payments.status = 'captured'
     ) as is_captured from orders left join provider_orders on order_id = orders.id where orders.id = any($1)`,
    [[...placed]],
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  return [
    ...[...placed].filter((id) => !kept.has(id)).map((id) => `placed and not there: ${id}`),
    ...[...paid].filter((id) => !kept.get(id)?.is_captured).map((id) => `paid and unknown to the provider: ${id}`),
    ...[...paid].filter((id) => !kept.get(id)?.is_delivered).map((id) => `paid and not delivered: ${id}`),
    ...[...delivered].filter((id) => !kept.get(id)?.is_delivered).map((id) => `delivered and taken back: ${id}`),
  ];
}

async function logsContaining(folder: string, secret: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return names.filter((_, position) => texts[position]?.includes(secret));
}
