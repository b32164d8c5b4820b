import { findPrograms, sayWhatIsMissing } from '../programs.ts';
import { complaintsAbout, sectionOf } from './report.ts';
import { keepResult } from './results-file.ts';
import { runCluster } from './run-cluster.ts';

/**
 * Runs 60 buyers for five minutes while parts of the cluster are restarted, killed and promoted, first directly on PostgreSQL, then
 * through PgBouncer: `npm run cluster:test`. Shorter runs only print their figures.
 */
const say = (line: string) => console.log(line);
const size = {
  buyers: Number(process.env.BUYERS ?? 60),
  seconds: Number(process.env.SECONDS ?? 300),
  thinkMs: Number(process.env.THINK_MS ?? 1_500),
};
const isRehearsal = ['BUYERS', 'SECONDS', 'THINK_MS'].some((name) => process.env[name] !== undefined);
const ways = { direct: 'Directly on PostgreSQL', pooled: 'Through PgBouncer in transaction mode' };
const chosen = (process.env.WAYS ?? 'direct,pooled').split(',') as (keyof typeof ways)[];

// Checked for both topologies before the first run.
try {
  findPrograms({ pooled: chosen.includes('pooled') });
} catch (error) {
  sayWhatIsMissing(error);
}
for (const way of chosen) {
  const result = await runCluster({ pooled: way === 'pooled', size, say });
  const section = sectionOf(result);
  say(section);
  if (!isRehearsal) await keepResult(ways[way], section);
  if (complaintsAbout(result).length > 0) process.exitCode = 1;
}
