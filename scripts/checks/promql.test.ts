import { expect, it } from 'vitest';
import { selectedMetrics } from './promql.ts';

it.each([
  ['depth', [{ name: 'depth', labels: [] }]],
  ['sum(rate(answers{status=~"5..", route="/"}[5m])) > 0.1', [{ name: 'answers', labels: ['status', 'route'] }]],
  [
    '(sum by (le) (answers) > 100) unless absent(depth{lane="money"})',
    [
      { name: 'answers', labels: [] },
      { name: 'depth', labels: ['lane'] },
    ],
  ],
])('the parser finds metrics and labels of %s', (expr, expected) => {
  expect(selectedMetrics(expr)).toEqual(expected);
});

it.each(['sum(', 'depth >', 'depth 7', 'depth ~ 1'])('the parser refuses %s', (expr) => {
  expect(() => selectedMetrics(expr)).toThrow(SyntaxError);
});
