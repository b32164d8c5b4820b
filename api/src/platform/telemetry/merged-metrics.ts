/** What several processes tell, as one text: each metric is explained once, with the samples of all of them below. */
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
