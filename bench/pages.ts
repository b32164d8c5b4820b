import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { launchOptions } from '../e2e/support/chromium.ts';

/**
 * Measures a running shop's pages in Lighthouse's lab (slow 4G, 4× slower CPU): npm run bench:pages -- <url> <path>…
 * The figures are of this machine; compare runs on the same one.
 */
const [url = 'http://localhost:3000', ...paths] = process.argv.slice(2);
const DEBUG_PORT = 9333;

const launch = await launchOptions();
const browser = await chromium.launch({
  ...launch,
  args: [...(launch.args ?? []), `--remote-debugging-port=${DEBUG_PORT}`],
});
const lines = [
  '# Pages in the lab',
  '',
  'Lighthouse, mobile, slow 4G and 4× CPU simulated. Written by `npm run bench:pages` against the demo shop.',
  '',
  '| page | performance | accessibility | best practices | SEO | LCP | TBT | CLS | JS gzip | transfer |',
  '|---|---|---|---|---|---|---|---|---|---|',
];
for (const path of paths.length > 0 ? paths : ['/']) {
  const outcome = await lighthouse(`${url}${path}`, { port: DEBUG_PORT, logLevel: 'error' });
  if (!outcome) throw new Error(`no answer from Lighthouse for ${path}`);
  const { categories, audits } = outcome.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const requests =
    (audits['network-requests']?.details as { items?: { resourceType: string; transferSize: number }[] })?.items ?? [];
  const kilobytes = (items: { transferSize: number }[]) =>
    `${Math.round(items.reduce((sum, item) => sum + item.transferSize, 0) / 1000)} KB`;
  const row = [
    path.replace(/[0-9a-f-]{36}/, ':id'),
    ...['performance', 'accessibility', 'best-practices', 'seo'].map(score),
    audits['largest-contentful-paint']?.displayValue,
    audits['total-blocking-time']?.displayValue,
    audits['cumulative-layout-shift']?.displayValue,
    kilobytes(requests.filter(({ resourceType }) => resourceType === 'Script')),
    kilobytes(requests),
  ];
  lines.push(`| ${row.join(' | ')} |`);
  console.log(row.join('  '));
}
await browser.close();
const results = join(import.meta.dirname, 'results');
await mkdir(results, { recursive: true });
await writeFile(join(results, 'pages.md'), `${lines.join('\n')}\n`);
