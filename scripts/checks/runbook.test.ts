import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = globSync('docs/operations/*.md', { cwd: root }).map((path) => ({ path, text: read(path) }));
const runbook = pages.map(({ text }) => text.replaceAll(/\n */g, ' ')).join('\n');
const sources = globSync(['api/src/**/*.ts', 'embedded-postgres/src/**/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map(read)
  .join('\n');

const all = (pattern: RegExp) => [...new Set([...runbook.matchAll(pattern)].map(([, found = '']) => found))].sort();

it('the runbook describes exactly the alerts that exist', () => {
  const rules: { groups: { rules: { alert: string }[] }[] } = parse(read('deploy/observability/alerts.yaml'));
  const alerts = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
  expect(all(/`(Shop\w+)`/g)).toEqual(alerts.sort());
});

it('the runbook names existing metrics', () => {
  const metrics = all(/`((?:shop|database|http|shared)_\w+)/g);
  expect(metrics.length).toBeGreaterThan(8);
  expect(metrics.filter((metric) => !sources.includes(metric))).toEqual([]);
});

it('the runbook quotes existing log lines', () => {
  const lines = all(/"msg":"([^"]+)"/g);
  expect(lines.length).toBeGreaterThan(6);
  const parts = new Set(['database', 'disk', 'image store']);
  const isSaid = (line: string) =>
    line.endsWith(' unavailable') ? parts.has(line.replace(' unavailable', '')) : sources.includes(line);
  expect(lines.filter((line) => !isSaid(line))).toEqual([]);
});

it('the links of the runbook lead to existing headings', () => {
  const headingsOf = (path: string) =>
    [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
  for (const { path, text } of [...pages, { path: 'docs/operations.md', text: read('docs/operations.md') }])
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [file = '', heading] = link.split('#');
      const target = join(dirname(path), file);
      expect(globSync(target, { cwd: root }), `${path} → ${link}`).toHaveLength(1);
      if (heading) expect(headingsOf(target), `${path} → ${link}`).toContain(heading);
    }
});
