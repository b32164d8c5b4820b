import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../e2e/support/chromium.ts';
import { askLighthouse } from './lighthouse.ts';

/**
 * Measures pages of a running demo shop with Lighthouse (slow 4G, 4× slower CPU), each several times:
 * npm run bench:pages -- <url> <path>…   With ADMIN_PASSWORD (and ADMIN_EMAIL) it signs in for pages under /admin.
 * Figures depend on the machine; compare runs of the same one.
 */
const { ADMIN_EMAIL = 'admin@example.com', ADMIN_PASSWORD } = process.env;
const RUNS = Number(process.env.RUNS ?? 5);
const DEBUG_PORT = 9333;

const figures = {
  performance: { unit: '' },
  accessibility: { unit: '' },
  'best practices': { unit: '' },
  SEO: { unit: '' },
  LCP: { unit: ' s' },
  TBT: { unit: ' ms' },
  CLS: { unit: '' },
  JS: { unit: ' KB' },
  CSS: { unit: ' KB' },
  fonts: { unit: ' KB' },
  'largest image': { unit: ' KB' },
};
type Figure = keyof typeof figures;
const names = Object.keys(figures) as Figure[];
type Figures = Record<Figure, number>;

const shopBudget = {
  performance: 95,
  accessibility: 100,
  'best practices': 100,
  SEO: 100,
  LCP: 1.8,
  TBT: 150,
  CLS: 0.02,
  JS: 135,
  CSS: 18,
  fonts: 55,
  'largest image': 40,
};
const budgets: [path: RegExp, budget: Partial<Figures>][] = [
  [
    /^\/admin/,
    {
      performance: 85,
      accessibility: 100,
      'best practices': 95,
      LCP: 2.5,
      TBT: 300,
      CLS: 0.05,
      JS: 330,
      CSS: 25,
      fonts: 55,
    },
  ],
  [/^\/products\//, { ...shopBudget, JS: 140, 'largest image': 60 }],
  [/^\/$/, shopBudget],
];

const [url = 'http://localhost:3000', ...chosen] = process.argv.slice(2);
const cookie = ADMIN_PASSWORD ? await signIn(ADMIN_PASSWORD) : undefined;
const paths = chosen.length > 0 ? chosen : await usualPaths();

const launch = await launchOptions();
const browser = await chromium.launch({
  ...launch,
  args: [...(launch.args ?? []), `--remote-debugging-port=${DEBUG_PORT}`],
});
const loads: number[] = [];
const rows: string[] = [];
for (const path of paths) {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run++) {
    loads.push(loadavg()[0] ?? 0);
    runs.push(await measure(path));
    console.log(path, `load ${loads.at(-1)?.toFixed(1)}`, JSON.stringify(runs.at(-1)));
  }
  rows.push(...rowsOf(path, runs));
}
await browser.close();

const results = join(import.meta.dirname, 'results');
await mkdir(results, { recursive: true });
await writeFile(
  join(results, 'pages.md'),
  `# Pages in the lab

\`npm run bench:pages\`, ${new Date().toISOString().slice(0, 10)}: Lighthouse, mobile, slow 4G and a 4× slower CPU simulated, against the demo
shop with its database, server and browser on the same two cores. Median of ${RUNS} runs, with the lowest and highest in
brackets. Load average during the runs: ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.
KB are 1,000 bytes as transferred, headers included. ✘: over the budget.

| page | ${names.join(' | ')} |
|---|${names.map(() => '---|').join('')}
${rows.join('\n')}
`,
);

async function measure(path: string): Promise<Figures> {
  const headers = cookie && path.startsWith('/admin') ? { Cookie: cookie } : undefined;
  const report = await askLighthouse(`${url}${path}`, { port: DEBUG_PORT, headers });
  const { categories, audits, finalDisplayedUrl } = report;
  if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}`);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details as
    | { items?: { resourceType: string; transferSize: number }[] }
    | undefined;
  const sizesOf = (type: string) =>
    (requests?.items ?? []).filter((item) => item.resourceType === type).map((item) => item.transferSize / 1000);
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    SEO: score('seo'),
    LCP: value('largest-contentful-paint') / 1000,
    TBT: value('total-blocking-time'),
    CLS: value('cumulative-layout-shift'),
    JS: sum(sizesOf('Script')),
    CSS: sum(sizesOf('Stylesheet')),
    fonts: sum(sizesOf('Font')),
    'largest image': Math.max(0, ...sizesOf('Image')),
  };
}

function rowsOf(path: string, runs: Figures[]): string[] {
  const budget = budgets.find(([pattern]) => pattern.test(path))?.[1] ?? {};
  const cell = (name: Figure) => {
    const values = runs.map((run) => run[name]).sort((a, b) => a - b);
    const median = values[Math.floor(values.length / 2)] ?? Number.NaN;
    const limit = budget[name];
    const isScore = names.indexOf(name) < names.indexOf('LCP');
    const isOver = limit !== undefined && (isScore ? median < limit : median > limit);
    const [low, high] = [text(name, values[0]), text(name, values.at(-1))];
    return `${text(name, median)}${figures[name].unit}${low === high ? '' : ` (${low}–${high})`}${isOver ? ' ✘' : ''}`;
  };
  const limitOf = (name: Figure) => (budget[name] === undefined ? '' : `${budget[name]}${figures[name].unit}`);
  return [
    `| ${path.replace(/[0-9a-f-]{36}/, ':id')} | ${names.map(cell).join(' | ')} |`,
    `| *budget* | ${names.map(limitOf).join(' | ')} |`,
  ];
}

function text(name: Figure, value = Number.NaN): string {
  if (name === 'CLS') return value.toFixed(3);
  return name === 'LCP' || figures[name].unit === ' KB' ? value.toFixed(1) : value.toFixed(0);
}

async function signIn(password: string): Promise<string> {
  const reply = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: ADMIN_EMAIL, password }),
  });
  if (!reply.ok) throw new Error(`Signing in as ${ADMIN_EMAIL} was answered ${reply.status}.`);
  return reply.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
}

async function usualPaths(): Promise<string[]> {
  const { data } = (await (await fetch(`${url}/api/v1/products?limit=1`)).json()) as { data: { _id: string }[] };
  return ['/', `/products/${data[0]?._id}`, ...(cookie ? ['/admin/dashboard'] : [])];
}
