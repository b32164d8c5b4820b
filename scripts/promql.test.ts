import { expect, it } from 'vitest';
import { parseQuery, type Sample } from './promql.ts';

const sample = (name: string, value: number, labels: Record<string, string> = {}): Sample => ({ name, labels, value });
const now = [
  sample('answers', 90, { status: '200', route: '/' }),
  sample('answers', 10, { status: '500', route: '/' }),
  sample('answers', 5, { status: '503', route: '/pay' }),
  sample('depth', 7),
  sample('unknown', Number.NaN),
];
const before = [
  sample('answers', 30, { status: '200', route: '/' }),
  sample('answers', 10, { status: '500', route: '/' }),
];
const values = (query: string) =>
  parseQuery(query)
    .evaluate({ before, now })
    .map(({ value }) => value);

it.each([
  ['depth', [7]],
  ['depth > 7', []],
  ['depth >= 7', [7]],
  ['depth * 2 + 1', [15]],
  ['sum(answers)', [105]],
  ['sum(nothing)', []],
  ['max by (route) (answers)', [90, 5]],
  ['answers{status=~"5.."}', [10, 5]],
  ['answers{status!="200", route="/"}', [10]],
  // What was not there before has not grown, and who stood still has grown by nothing.
  ['increase(answers[1m])', [60, 0]],
  ['rate(answers{status="200"}[1m])', [1]],
  ['sum(answers{status=~"5.."}) / sum(answers) > 0.1', [15 / 105]],
  ['absent(nothing)', [1]],
  ['absent(depth)', []],
  ['unknown > 0', []],
  ['unknown <= 0', []],
  ['(sum(answers) > 100) unless (depth > 6)', []],
  ['(sum(answers) > 100) unless (depth > 8)', [105]],
  ['(sum(answers) > 100) and (depth > 6)', [105]],
])('%s', (query, expected) => {
  expect(values(query)).toEqual(expected);
});

it('finds a quantile among buckets', () => {
  const buckets = ['0.1', '1', '+Inf'].map((le, index) => sample('seconds_bucket', [50, 96, 100][index] ?? 0, { le }));
  const at = (share: number) =>
    parseQuery(`histogram_quantile(${share}, sum by (le) (seconds_bucket))`).evaluate({ before: [], now: buckets });
  expect([0.5, 0.95, 0.99].map((share) => at(share)[0]?.value)).toEqual([0.1, 1, Number.POSITIVE_INFINITY]);
});

it.each(['sum(', 'depth >', 'depth 7', 'rate(depth)', '{status="200"}', 'depth ~ 1'])('refuses %s', (query) => {
  expect(() => parseQuery(query)).toThrow(SyntaxError);
});
