import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureShop, shopJobs } from '@shop/api/app';
import { openAdminPort } from '@shop/api/platform/http/admin-port';
import { buildProduct } from '@shop/api/testing/builders';
import { buy } from '@shop/api/testing/purchases';
import { parseSamples, type Sample } from '@shop/api/testing/read-metrics';
import { testPayments } from '@shop/api/testing/test-payments';
import { openTestShop } from '@shop/api/testing/test-shop';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parseQuery } from './promql.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../deploy/observability', name), 'utf8');
const rules = [...read('alerts.yaml').matchAll(/^ +- alert: (\w+)\n +expr: (.*)$/gm)].map(
  ([, name = '', expr = '']) => ({
    name,
    expr,
  }),
);
const alerts = new Map(rules.map(({ name, expr }) => [name, parseQuery(expr)]));

/** What a shop tells that has sold something: the metrics as they are, not as they should be. */
let calm: Sample[];
beforeAll(async () => {
  // A primary is no replica, and so one that is away.
  const replica = { DATABASE_REPLICA_URL: process.env.TEST_DATABASE_URL ?? '' };
  const shop = await openTestShop({ SHARED_ANSWERS_MB: '8', LOG_LEVEL: 'error', ...replica }, { worker: true });
  measureShop(shop, shopJobs(shop));
  await buy(await shop.customer(), testPayments(shop), await buildProduct(shop));
  const port = await openAdminPort(shop, { host: '127.0.0.1', port: 0, say: () => {} });
  const scraped = await vi.waitFor(async () => {
    const samples = parseSamples(await (await fetch(`${port.url}/metrics`)).text());
    expect(samples.map(({ name }) => name)).toContain('shop_jobs_total');
    return samples;
  }, 30_000);
  const told = scraped.map((sample) => (sample.name === 'database_replica_up' ? { ...sample, value: 1 } : sample));
  // Prometheus's own.
  calm = [...told, { name: 'up', labels: { job: 'shop' }, value: 1 }];
  await port.close();
  await shop.close();
});

/** Labels that Prometheus adds by itself to what it scrapes. */
const SCRAPED = ['job', 'instance'];

function unknownOf(expr: string): string[] {
  return parseQuery(expr).metrics.flatMap(({ name, labels }) => {
    const samples = calm.filter((sample) => sample.name === name);
    if (samples.length === 0) return [name];
    const known = new Set([...SCRAPED, ...samples.flatMap((sample) => Object.keys(sample.labels))]);
    return labels.filter((label) => !known.has(label)).map((label) => `${name}{${label}}`);
  });
}

type Panel = { title: string; targets?: { expr: string; legendFormat: string }[] };

describe('the dashboard', () => {
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] };
  const targets = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));

  it.each(targets)('%s shows what exists: %s', (_title, expr) => {
    expect(unknownOf(expr)).toEqual([]);
  });

  it('shows every metric that is the shop’s own', () => {
    const shown = new Set(targets.flatMap(([, expr]) => parseQuery(expr).metrics.map(({ name }) => name)));
    const own = calm.map(({ name }) => name).filter((name) => /^(shop|database|http)_/.test(name));
    // Each histogram is shown by its buckets and its count; the name of a process is for joining.
    const left = new Set(own.filter((name) => !shown.has(name) && !/_sum$|^shop_process_info$/.test(name)));
    expect([...left]).toEqual([]);
  });
});

/** A change that calls for the alert: samples that are other than in a calm shop. A name without labels is gone. */
type Trouble = { name: string; labels?: Record<string, string>; value?: number }[];

const answers = (status: string) => ({ method: 'GET', route: '/api/v1/products', status });
const troubles: Record<string, Trouble> = {
  ShopProcessAway: [{ name: 'up', labels: { job: 'shop' }, value: 0 }],
  ShopDatabaseAway: [{ name: 'database_up', labels: {}, value: 0 }],
  ShopWithoutWorker: [{ name: 'shop_jobs_due' }],
  ShopAnswersFail: [
    { name: 'http_request_duration_seconds_count', labels: answers('503'), value: 30 },
    { name: 'http_request_duration_seconds_bucket', labels: { ...answers('503'), le: '1' }, value: 30 },
  ],
  ShopAnswersSlow: [{ name: 'http_request_duration_seconds_count', labels: answers('200'), value: 5_000 }],
  ShopConnectionsShort: [{ name: 'database_pool_waiting', labels: {}, value: 4 }],
  ShopReplicaAway: [{ name: 'database_replica_up', labels: { replica: 'replica-2:5432' }, value: 0 }],
  ShopMoneyWaits: [{ name: 'shop_jobs_oldest_due_seconds', labels: { lane: 'money' }, value: 31 }],
  ShopMailWaits: [{ name: 'shop_jobs_oldest_due_seconds', labels: { lane: 'mail' }, value: 601 }],
  ShopHousekeepingWaits: [{ name: 'shop_jobs_oldest_due_seconds', labels: { lane: 'housekeeping' }, value: 7_201 }],
  ShopPaymentUnsettled: [{ name: 'shop_oldest_unsettled_payment_seconds', labels: {}, value: 301 }],
  ShopRefundStuck: [{ name: 'shop_oldest_open_refund_seconds', labels: {}, value: 259_201 }],
  ShopMailsFail: [{ name: 'shop_mails_total', labels: { outcome: 'failed' }, value: 3 }],
  ShopPaysNobody: [{ name: 'shop_orders_placed_total', labels: {}, value: 40 }],
  ShopNeedsPerson: [{ name: 'shop_alarms_total', labels: {}, value: 1 }],
};

const isSame = (labels: Record<string, string>, other: Record<string, string>) =>
  Object.keys({ ...labels, ...other }).every((label) => labels[label] === other[label]);

/** Two scrapes of a shop in trouble. What comes up only then was there before, at nothing. */
function scrapesIn(trouble: Trouble) {
  const before = [...calm];
  let now = [...calm];
  for (const { name, labels, value } of trouble) {
    const told = calm.filter((sample) => sample.name === name);
    now = now.filter((sample) => sample.name !== name || (labels && !isSame(sample.labels, labels)));
    if (!labels) {
      expect(told.length, name).toBeGreaterThan(0);
      continue;
    }
    const names = (of: Record<string, string>) => Object.keys(of).sort().join();
    expect(
      told.map((sample) => names(sample.labels)),
      name,
    ).toContain(names(labels));
    if (!told.some((sample) => isSame(sample.labels, labels))) before.push({ name, labels, value: 0 });
    now.push({ name, labels, value: value ?? 0 });
  }
  return { before, now };
}

describe('an alert', () => {
  it('is there for every trouble, and the other way round', () => {
    expect([...alerts.keys()].sort()).toEqual(Object.keys(troubles).sort());
    expect(read('alerts.yaml').match(/- alert:/g)).toHaveLength(alerts.size);
  });

  it.each(rules)('$name knows the metrics it asks about', ({ expr }) => {
    expect(unknownOf(expr)).toEqual([]);
  });

  it('is silent while all is well', () => {
    for (const [name, { evaluate }] of alerts)
      expect([name, evaluate({ before: calm, now: calm })]).toEqual([name, []]);
  });

  it.each(Object.entries(troubles))('%s fires, and no other', (name, trouble) => {
    const scrapes = scrapesIn(trouble);
    const firing = [...alerts].filter(([, { evaluate }]) => evaluate(scrapes).length > 0).map(([each]) => each);
    expect(firing).toEqual([name]);
  });
});
