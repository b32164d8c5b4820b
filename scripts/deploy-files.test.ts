import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../deploy', path), 'utf8');

// Behind these files the shop believes what a proxy says of a client's address: nobody else may reach the port.
it('publishes the port of the composed shop to the proxy on the same machine only', () => {
  const compose = read('compose.yaml');
  expect(compose).toContain("TRUST_PROXY: 'on'");
  const published = [...compose.matchAll(/^ +- '([^']*:3000)'$/gm)].map(([, port]) => port);
  expect(published).toEqual(['127.0.0.1:3000:3000']);
});

it('lets the ingress controller of a cluster reach the shop, and no other pod', () => {
  const documents = read('kubernetes/shop.yaml').split(/^---$/m);
  const kind = (name: string) => documents.filter((document) => document.includes(`\nkind: ${name}\n`));
  expect(kind('Service').map((service) => /\n {2}type: (\w+)/.exec(service)?.[1])).toEqual(['ClusterIP']);
  const [policy] = kind('NetworkPolicy');
  expect(policy).toContain('app: shop-web');
  expect(policy).toMatch(/name: ingress-nginx \}\n +ports:\n +- port: 3000\n/);
  expect(policy?.match(/port: 3000/g)).toHaveLength(1);
});

it('repeats no request that may have been carried out, and lets a pod leave before it is stopped', () => {
  expect(read('nginx.conf')).toMatch(/^ +proxy_next_upstream error timeout;$/m);
  const web = read('kubernetes/shop.yaml')
    .split(/^---$/m)
    .find((document) => document.includes('name: shop-web'));
  const seconds = (pattern: RegExp) => Number(pattern.exec(web ?? '')?.[1]);
  const [grace, before, drain] = [
    seconds(/terminationGracePeriodSeconds: (\d+)/),
    seconds(/\[sleep, '(\d+)'\]/),
    seconds(/DRAIN_SECONDS, value: '(\d+)'/),
  ];
  expect(before + drain + 20).toBeLessThan(grace);
});

it('runs every container of a cluster without rights, on a root that it cannot write to', () => {
  const containers = read('kubernetes/shop.yaml')
    .split(/^ +- name: shop$/m)
    .slice(1);
  expect(containers).toHaveLength(3);
  for (const container of containers) {
    expect(container).toMatch(/readOnlyRootFilesystem: true/);
    expect(container).toMatch(/allowPrivilegeEscalation: false/);
    expect(container).toMatch(/mountPath: \/data \}\n.*mountPath: \/tmp \}/);
  }
  expect(read('kubernetes/shop.yaml').match(/runAsNonRoot: true/g)).toHaveLength(3);
  expect(read('compose.yaml')).toMatch(/read_only: true\n {4}volumes:\n {6}- data:\/data\n {6}- uploads:\/tmp\n/);
});
