export type ReadMetric = (name: string, labels?: Record<string, string>) => number;

/** Reads /metrics. The result sums the samples of a metric with these labels, and is NaN if there are none. */
export async function readMetrics(adminUrl: string): Promise<ReadMetric> {
  const samples = parseSamples(await (await fetch(`${adminUrl}/metrics`)).text());
  return (name, labels = {}) => {
    const found = samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
    return found.length === 0 ? Number.NaN : found.reduce((sum, { value }) => sum + value, 0);
  };
}

export type Sample = { name: string; labels: Record<string, string>; value: number };

export const parseSamples = (text: string): Sample[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])),
    value: Number(value),
  }));
