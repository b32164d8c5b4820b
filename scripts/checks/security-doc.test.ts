import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const lines = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('\n');
const rows = lines
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

it('the security document names existing tests', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split(
    '\n',
  );
  const named = [...lines.join('\n').matchAll(/`([\w/.-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(100);
  for (const name of named)
    expect(
      files.some((file) => file === name || file.endsWith(`/${name}`)),
      name,
    ).toBe(true);
});

it('each row of the security document has a verdict, open ones a reason', () => {
  expect(rows.length).toBeGreaterThan(150);
  for (const [number, , , verdict, why = ''] of rows) {
    expect([number, ['met', 'n/a', '**open**'].includes(verdict ?? '')]).toEqual([number, true]);
    if (verdict === '**open**') expect([number, why.length > 40]).toEqual([number, true]);
  }
});

/** `V9.1.1–3, V9.2.1–4` counts as seven. */
const countOf = (numbers: string) =>
  numbers.split(', ').reduce((sum, part) => {
    const [, from = '0', to = from] = /\.(\d+)(?:–(\d+))?$/.exec(part) ?? [];
    return sum + Number(to) - Number(from) + 1;
  }, 0);

it('the rows of the security document add up to its totals', () => {
  const sum = (wanted: string) =>
    rows.reduce((total, [numbers = '', , , verdict]) => total + (verdict === wanted ? countOf(numbers) : 0), 0);
  const counts = ['met', '**open**', 'n/a'].map(sum);
  const all = counts.reduce((total, count) => total + count);
  expect(lines).toContain(`| both | ${[...counts, all].join(' | ')} |`);
});
