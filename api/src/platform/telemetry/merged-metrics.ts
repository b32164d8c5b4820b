/** Merges the metrics texts of several processes. Each metric has one HELP and TYPE, followed by the samples of all processes. */
export function mergeMetrics(texts: readonly string[]): string {
  const samples = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const [help = '', type = '', ...lines] = block.trim().split('\n');
    if (!help) continue;
    const explained = `${help}\n${type}`;
    samples.set(explained, [...(samples.get(explained) ?? []), ...lines]);
  }
  return [...samples].map(([explained, lines]) => [explained, ...lines, ''].join('\n')).join('\n');
}
