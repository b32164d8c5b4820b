import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureShop, shopJobs } from '@shop/api/app';
import { openAdminPort } from '@shop/api/platform/http/admin-port';
import { parseSamples, type Sample } from '@shop/api/testing/checks/read-metrics';
import { testPayments } from '@shop/api/testing/clients/test-payments';
import { buildProduct } from '@shop/api/testing/data/builders';
import { buy } from '@shop/api/testing/data/purchases';
import { openTestShop } from '@shop/api/testing/test-shop';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { selectedMetrics } from './promql.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy/observability', name), 'utf8');
const rules = [...read('alerts.yaml').matchAll(/^ +- alert: (\w+)\n +expr: (.*)$/gm)].map(
  ([, name = '', expr = '']) => ({
    name,
    expr,
  }),
);

/** The metrics of a real shop after a sale. */
let samples: Sample[];
beforeAll(async () => {
  // Metrics of replicas exist only with a replica.
  const replica = { DATABASE_REPLICA_URL: process.env.TEST_DATABASE_URL ?? '' };
  const shop = await openTestShop({ SHARED_ANSWERS_MB: '8', LOG_LEVEL: 'error', ...replica }, { worker: true });
  measureShop(shop, shopJobs(shop));
  await buy(await shop.customer(), testPayments(shop), await buildProduct(shop));
  const port = await openAdminPort(shop, { host: '127.0.0.1', port: 0, say: () => {} });
  const scraped = await vi.waitFor(async () => {
    const metrics = parseSamples(await (await fetch(`${port.url}/metrics`)).text());
    expect(metrics.map(({ name }) => name)).toContain('shop_jobs_total');
    return metrics;
  }, 30_000);
  // Prometheus adds `up` itself.
  samples = [...scraped, { name: 'up', labels: { job: 'shop' }, value: 1 }];
  await port.close();
  await shop.close();
});

/** Labels that Prometheus adds at a scrape. */
const SCRAPED = ['job', 'instance'];

function unknownOf(expr: string): string[] {
  return selectedMetrics(expr).flatMap(({ name, labels }) => {
    const found = samples.filter((sample) => sample.name === name);
    if (found.length === 0) return [name];
    const known = new Set([...SCRAPED, ...found.flatMap((sample) => Object.keys(sample.labels))]);
    return labels.filter((label) => !known.has(label)).map((label) => `${name}{${label}}`);
  });
}

type Panel = { title: string; targets?: { expr: string; legendFormat: string }[] };

describe('the dashboard', () => {
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] };
  const targets = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));

  it.each(targets)('the panel %s shows existing metrics: %s', (_title, expr) => {
    expect(unknownOf(expr)).toEqual([]);
  });

  it('the dashboard shows every metric of the shop', () => {
    const shown = new Set(targets.flatMap(([, expr]) => selectedMetrics(expr).map(({ name }) => name)));
    const own = samples.map(({ name }) => name).filter((name) => /^(shop|database|http)_/.test(name));
    // A histogram appears with its buckets and count. The name of a process serves for joins.
    const left = new Set(own.filter((name) => !shown.has(name) && !/_sum$|^shop_process_info$/.test(name)));
    expect([...left]).toEqual([]);
  });
});

describe('an alert', () => {
  it('every rule of the file is read', () => {
    expect(read('alerts.yaml').match(/- alert:/g)).toHaveLength(new Set(rules.map(({ name }) => name)).size);
  });

  it.each(rules)('the alert $name uses existing metrics', ({ expr }) => {
    expect(unknownOf(expr)).toEqual([]);
  });
});
