import { loadavg } from 'node:os';
import type { PhaseResult, Result } from './run-cluster.ts';

const seconds = (ms: number | undefined) =>
  ms === undefined || Number.isNaN(ms) ? '–' : `${(ms / 1000).toFixed(1)} s`;

const failedIn = ({ failures }: PhaseResult): number => [...failures.values()].reduce((sum, n) => sum + n, 0);

/** Violations of the expectations, one sentence each. */
export const complaintsAbout = ({ phases, books }: Result): string[] => [
  ...phases.filter((phase) => phase.isFlawless && failedIn(phase) > 0).map(({ name }) => `requests failed: ${name}`),
  ...books.lost,
  ...books.broken,
  ...books.leaks.map((where) => `a code in clear in ${where}`),
];

function phaseRow(phase: PhaseResult): string {
  const { name, requests, answeredMs, longestStandstillMs, longestWaitMs, backMs, mails } = phase;
  const sorted = answeredMs.toSorted((one, other) => one - other);
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  const times = [p99Ms, longestStandstillMs, longestWaitMs, backMs, mails.p50Ms, mails.p99Ms, mails.longestMs].map(
    seconds,
  );
  return `| ${[name, requests, failedIn(phase), ...times].join(' | ')} |`;
}

export function sectionOf(result: Result): string {
  const { phases, books, timeouts, size } = result;
  const reasons = new Map<string, number>();
  for (const { failures } of phases) for (const [why, n] of failures) reasons.set(why, (reasons.get(why) ?? 0) + n);
  const why = [...reasons].map(([reason, n]) => `${n} × ${reason}`).join(', ');
  const shown = Object.entries(timeouts.shown).map(([name, value]) => `\`${name}\` ${value}`);
  const complaints = complaintsAbout(result);
  const missing = phases.reduce((sum, { mails }) => sum + mails.missing, 0);
  return `${size.buyers} buyers for ${size.seconds} seconds, about ${(size.thinkMs / 1000).toFixed(1)} s between two steps of one buyer. Load
average at the end: ${loadavg()[0]?.toFixed(1)}.

| phase | requests | failed | p99 | standstill | longest wait | back after | mail p50 | mail p99 | mail last |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${phases.map(phaseRow).join('\n')}

- **Failed**: ${why || 'none'}.
- **Books**, ${seconds(books.settledMs)} after the last purchase: ${books.placed} orders acknowledged, ${books.paid} of them paid, ${books.delivered} told to be delivered at once;
  **${books.lost.length} lost**, ${books.broken.length} invariants of I1–I4 broken, codes in clear in ${books.leaks.length} tables or logs (I5), ${missing} mails not arrived.
- **Timeouts in force** over \`DATABASE_URL\`: ${shown.join(', ')}; \`select pg_sleep(20)\` was cut after ${seconds(timeouts.cutAfterMs)} (${timeouts.reason}).
${complaints.length > 0 ? `- **Missed**: ${complaints.slice(0, 10).join('; ')}.\n` : ''}`;
}
