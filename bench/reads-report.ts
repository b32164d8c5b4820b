import type { Figures } from './read-load.ts';
import type { Bench, Row, Way } from './reads-cases.ts';

type LaunchOptions = { memory: number; cpu: string; load: number };

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
const rate = (runs: Figures[] | undefined) => median((runs ?? []).map(({ perSecond }) => perSecond));
const ratio = ({ figures }: Row, one: Way, other: Way) =>
  median(
    (figures[one] ?? []).map(({ perSecond }, round) => perSecond / (figures[other]?.[round]?.perSecond ?? Number.NaN)),
  );

const whole = (value: number) => (Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en'));
const share = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(2));
const marked = (text: string, value: number, aim: number | undefined) =>
  aim === undefined ? text : `${text} (aim ${aim}${value >= aim ? '' : ', **missed**'})`;

function rowOf(row: Row): string {
  const { item, figures, statements } = row;
  const { aims } = item;
  const times = (way: Way) =>
    figures[way]
      ? `${median(figures[way].map(({ p50Ms }) => p50Ms)).toFixed(2)} / ${median(figures[way].map(({ p99Ms }) => p99Ms)).toFixed(1)}`
      : '–';
  const [kept, made] = [rate(figures.kept), rate(figures.made)];
  return `| ${[
    item.what,
    whole(rate(figures.text)),
    whole(rate(figures.sql)),
    marked(whole(kept), kept, aims.kept),
    marked(share(ratio(row, 'kept', 'text')), ratio(row, 'kept', 'text'), aims.text),
    marked(share(ratio(row, 'kept', 'sql')), ratio(row, 'kept', 'sql'), aims.sql),
    marked(whole(made), made, aims.made),
    marked(share(ratio(row, 'made', 'sql')), ratio(row, 'made', 'sql'), aims.madeSql),
    times('kept'),
    times('made'),
    `${share(statements.kept ?? Number.NaN)} / ${figures.made ? share(statements.made ?? Number.NaN) : '–'}`,
  ].join(' | ')} |`;
}

const BAR = 40;

/** Draws bars on one scale. */
function chartOf({ rows }: Bench): string {
  const bars = rows.flatMap(({ item, figures }) =>
    (['text', 'sql', 'kept', 'made'] as const).flatMap((way) =>
      figures[way] ? [{ label: `${item.name} ${way}`, value: rate(figures[way]) }] : [],
    ),
  );
  const most = Math.max(...bars.map(({ value }) => value));
  return bars
    .map(
      ({ label, value }) =>
        `${label.padEnd(20)} ${'█'.repeat(Math.max(1, Math.round((value / most) * BAR)))} ${whole(value)}`,
    )
    .join('\n');
}

export function reportOf(bench: Bench, { memory, cpu, load }: LaunchOptions): string {
  const { products, rounds, seconds, connections } = bench;
  return `# Reads a second

\`npm run bench\`, ${new Date().toISOString().slice(0, 10)}, ${cpu}: PostgreSQL, the servers and the load share these cores.
${whole(products)} products with a picture each, ${connections} connections, medians of ${rounds} interleaved rounds of ${seconds} s; nothing is
compressed, so that all send the same bytes. A ratio is the median of the rounds' ratios.

- **text**: bare Fastify 5 sending the same bytes from memory. **sql**: bare Fastify 5 sending the rows of one statement.
- **kept**: the server with its defaults, asked for one answer all the time. **made**: asked for so many different ones in
  turn that none is repeated.

| work | text | sql | kept | kept ÷ text | kept ÷ sql | made | made ÷ sql | kept p50 / p99 ms | made p50 / p99 ms | statements a request, kept / made |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${bench.rows.map(rowOf).join('\n')}

Memory of the server afterwards: ${whole(memory)} MB. Load average at the end: ${load.toFixed(1)}.

\`\`\`
${chartOf(bench)}
\`\`\`
`;
}
