import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shopCalls } from '@shop/contract/calls/shop-calls';
import { wishCalls } from '@shop/contract/calls/wishlist-calls';
import { failures } from '@shop/contract/failures/failures';
import { IMAGE } from '@shop/contract/limits/admin-limits';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { urls } from '../../web/src/lib/urls.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../deploy', path), 'utf8');

type Service = {
  ports?: string[];
  networks: string[];
  environment?: Record<string, string>;
  restart?: string;
  read_only?: boolean;
  volumes?: string[];
  cap_drop?: string[];
};
const compose: { services: Record<string, Service> } = parse(read('compose.yaml'), { merge: true });
const isShop = ({ environment }: Service) => environment?.ROLE !== undefined;

type Container = {
  env: { name: string; value?: string }[];
  securityContext: object;
  volumeMounts: { mountPath: string }[];
  lifecycle?: { preStop: { exec: { command: string[] } } };
};
type Pod = { terminationGracePeriodSeconds?: number; securityContext: object; containers: Container[] };
type Manifest = { kind: string; metadata: { name: string }; spec: { template: { spec: Pod } } };

const manifests = (file: string): Manifest[] =>
  parseAllDocuments(read(`kubernetes/base/${file}`)).map((document) => document.toJS());
const podOf = (file: string) => manifests(file)[0]?.spec.template.spec as Pod;

// The shop trusts the client address of the proxy, so only the proxy may reach its port.
it('Compose publishes only the ports of the proxy', () => {
  const { services } = compose;
  expect(services['web-1']?.environment?.TRUST_PROXY).toBe('on');
  const published = Object.entries(services).flatMap(([name, { ports }]) => (ports ? [[name, ports]] : []));
  expect(published).toEqual([['proxy', ['80:80', '443:443']]]);
  const inFront = Object.keys(services).filter((name) => services[name]?.networks.includes('front'));
  expect(inFront.sort()).toEqual(['proxy', 'web-1', 'web-2']);
  // One address only: a client could otherwise send the start of the list.
  expect(read('compose/nginx.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
});

it('Compose exposes metrics to its network and passes on all settings', () => {
  for (const { environment } of Object.values(compose.services).filter(isShop)) {
    expect(environment?.ADMIN_HOST).toBe('0.0.0.0');
    for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL', 'DEVELOPMENT_NOTICE', 'REQUIRE_SECOND_FACTOR'])
      expect(environment?.[name]).toBe(`\${${name}:-}`);
  }
});

it('every proxy accepts the largest product form and waits for its pictures', () => {
  const proxies = ['nginx.conf', 'compose/nginx.conf', 'kubernetes/base/web-access.yaml'];
  const megabytes = proxies.map((file) => Number(/body[-_]size:? (\d+)m\b/.exec(read(file))?.[1]));
  // One file more than allowed must pass too, so that the shop can refuse it in its own words.
  const needed = ((IMAGE.maxFiles + 1) * IMAGE.maxBytes) / 1024 ** 2;
  expect(megabytes.filter((size) => size > needed)).toHaveLength(proxies.length);
  const waits = /(?:\/admin\/ \{[^}]*read_timeout|read-timeout:) '?(\d+)/;
  expect(proxies.map((file) => Number(waits.exec(read(file))?.[1]))).toEqual(proxies.map(() => 300));
});

it('only the ingress controller of a cluster can reach the shop', () => {
  const [service] = manifests('web-access.yaml') as unknown as { spec: { type: string } }[];
  expect(service?.spec.type).toBe('ClusterIP');
  const policies = manifests('network.yaml') as unknown as {
    spec: { podSelector: object; ingress: { from: object[]; ports: { port: number }[] }[] };
  }[];
  const reaching = policies.flatMap(({ spec }) =>
    spec.ingress.filter(({ ports }) => ports.some(({ port }) => port === 3000)),
  );
  expect(reaching.flatMap(({ from }) => from)).toEqual([
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
  ]);
});

it('the example overlay serves the host of PUBLIC_URL over TLS', () => {
  const overlay = (file: string) => read(`kubernetes/overlays/example/${file}`);
  type Ingress = {
    kind: string;
    metadata: { name: string };
    spec: { tls: { hosts: string[]; secretName: string }[]; rules: { host: string; http: object }[] };
  };
  const [, host = ''] = /PUBLIC_URL=https:\/\/(\S+)/.exec(overlay('kustomization.yaml')) ?? [];
  const patches: Ingress[] = parseAllDocuments(overlay('host.yaml')).map((document) => document.toJS());
  // A patch replaces the whole list of rules.
  const base = manifests('web-access.yaml').filter(({ kind }) => kind === 'Ingress') as unknown as Ingress[];
  const named = base.map(({ metadata: { name }, spec }) => ({
    metadata: { name },
    spec: {
      tls: [{ hosts: [host], secretName: 'shop-tls' }],
      rules: spec.rules.map((rule) => ({ ...rule, host })),
    },
  }));
  expect(patches.map(({ metadata, spec }) => ({ metadata, spec }))).toEqual(named);
});

it('a rolling update finds the assets of both versions', () => {
  for (const file of ['nginx.conf', 'compose/nginx.conf'])
    expect(read(file)).toMatch(/^ +location \/assets\/ \{[^}]*proxy_next_upstream error timeout http_404;/m);
  type Accesses = { kind: string; metadata: { name: string; annotations: Record<string, string> }; spec: object }[];
  const accesses = manifests('web-access.yaml') as unknown as Accesses;
  const annotations = accesses.find(({ metadata }) => metadata.name === 'shop-assets')?.metadata.annotations;
  const most = accesses.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec as { maxReplicas: number };
  const prefix = 'nginx.ingress.kubernetes.io/proxy-next-upstream';
  expect(annotations?.[prefix]).toBe('error timeout http_404');
  // A rolling update adds one pod.
  expect(Number(annotations?.[`${prefix}-tries`])).toBe(most.maxReplicas + 1);
});

it('proxies repeat no request with effects, and pods drain before a stop', () => {
  for (const file of ['nginx.conf', 'compose/nginx.conf'])
    expect(read(file)).toMatch(/^ +proxy_next_upstream error timeout;$/m);
  const { terminationGracePeriodSeconds: grace = 0, containers } = podOf('web.yaml');
  const before = Number(containers[0]?.lifecycle?.preStop.exec.command[1]);
  const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(read('kubernetes/base/kustomization.yaml'))?.[1]);
  expect(before + drain + 20).toBeLessThan(grace);
});

it("proxies answer an outage in the shop's words and failure shape", () => {
  const { status, code, message } = failures.databaseUnavailable;
  for (const file of ['nginx.conf', 'compose/nginx.conf']) {
    const text = read(file);
    const [, page = ''] = /location @away \{.*?return 503 '([^']*)'/s.exec(text) ?? [];
    expect(page).toContain(message);
    const [, answered, reply = ''] = /location @away_api \{[^}]*return (\d+) '([^']*)'/.exec(text) ?? [];
    expect([Number(answered), JSON.parse(reply)]).toEqual([status, { message, code }]);
    expect(text).toMatch(/^ {4}error_page 502 504 = @away;$/m);
    for (const place of text.matchAll(/location \/api\/[^{]*\{[^}]*/g))
      expect(place[0]).toContain('error_page 502 504 = @away_api;');
    expect(text).toMatch(/location \/api\/ \{/);
  }
});

it('proxies log no token of a mailed link', () => {
  const paths = [...Object.values({ ...shopCalls, ...wishCalls }).map((call) => call.path), ...Object.values(urls)];
  const links = paths.flatMap((path) =>
    String(path).includes(':token') ? String(path).replace(':token', 'Secret-1') : [],
  );
  expect(links.length).toBeGreaterThan(2);
  for (const file of ['nginx.conf', 'compose/nginx.conf']) {
    const text = read(file);
    const [, before = ''] = /^ +"~\*(\^\S+)" "\$\{before\}\[redacted\]";$/m.exec(text) ?? [];
    for (const link of links)
      expect(new RegExp(before, 'i').exec(link)?.groups?.before).toBe(link.split('Secret-1')[0]);
    expect(text).toMatch(/^ +access_log \S+ told;$/m);
    const [, format = ''] = /log_format told ([^;]+);/.exec(text) ?? [];
    expect(format).toContain('$told');
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer)\b/);
  }
});

it('every container runs without privileges on a read-only root', () => {
  for (const file of ['migrate.yaml', 'web.yaml', 'worker.yaml']) {
    const { securityContext, containers } = podOf(file);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(containers).toHaveLength(1);
    for (const container of containers) {
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
    }
  }
  const shops = Object.values(compose.services).filter(isShop);
  expect(shops).toHaveLength(4);
  for (const shop of shops)
    expect(shop).toMatchObject({ read_only: true, volumes: ['/data', '/tmp'], cap_drop: ['ALL'] });
});

it('every service restarts, except the finished migration', () => {
  for (const [name, { restart }] of Object.entries(compose.services))
    expect([name, restart]).toEqual([name, name === 'migrate' ? 'on-failure' : 'unless-stopped']);
});

it('every role has a direct database address and the replicas', () => {
  const addresses = (environment: Record<string, string | undefined>) => ({
    pooled: environment.DATABASE_URL,
    direct: environment.DATABASE_DIRECT_URL,
    replica: environment.DATABASE_REPLICA_URL,
  });
  for (const { environment } of Object.values(compose.services).filter(isShop))
    expect(addresses(environment ?? {})).toEqual({
      pooled: expect.stringMatching(/@pooler:6432\/shop$/),
      direct: expect.stringMatching(/@database:5432\/shop$/),
      replica: expect.stringMatching(/@replica:5432\/shop$/),
    });
  for (const file of ['migrate.yaml', 'web.yaml', 'worker.yaml']) {
    const env = Object.fromEntries(podOf(file).containers[0]?.env.map(({ name, value }) => [name, value]) ?? []);
    expect(addresses(env)).toEqual({
      pooled: expect.stringMatching(/@shop-pooler:5432\/shop$/),
      direct: expect.stringMatching(/@shop-database-rw:5432\/shop$/),
      replica: expect.stringMatching(/@shop-database-ro:5432\/shop$/),
    });
  }
});
