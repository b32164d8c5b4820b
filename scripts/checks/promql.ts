import { parser } from '@prometheus-io/lezer-promql';

const strictParser = parser.configure({ strict: true });

export type SelectedMetric = { name: string; labels: string[] };

/** Lists the metrics in a PromQL expression with their label filters. Throws a SyntaxError on invalid PromQL. */
export function selectedMetrics(expr: string): SelectedMetric[] {
  const metrics: SelectedMetric[] = [];
  const textOf = (node: { from: number; to: number } | null | undefined) =>
    node ? expr.slice(node.from, node.to) : '';
  strictParser.parse(expr).iterate({
    enter: ({ name, node }) => {
      if (name !== 'VectorSelector') return;
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      metrics.push({
        name: textOf(node.getChild('Identifier')),
        labels: matchers.map((matcher) => textOf(matcher.getChild('LabelName'))),
      });
    },
  });
  return metrics;
}
