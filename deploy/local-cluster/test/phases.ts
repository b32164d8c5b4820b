import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import type { Attempts } from './attempts.ts';

type Phase = {
  name: string;
  /** Its share of the whole time. */
  share: number;
  /** Whether buyers may see failures. */
  isFlawless: boolean;
  act: (cluster: Cluster) => Promise<void>;
};

const nothing = async () => {};

/** The phases of the test, from restarts by an operator to crashes. */
export const phasesOf = ({ pooler }: Cluster): Phase[] => [
  { name: 'steady', share: 4, isFlawless: true, act: nothing },
  { name: 'rolling restart of webs and worker', share: 5, isFlawless: true, act: restartOneByOne },
  { name: '`kill -9` of one web', share: 3, isFlawless: false, act: ({ webs }) => webs[0].kill() },
  { name: '`kill -9` of the worker', share: 3, isFlawless: false, act: ({ worker }) => worker.kill() },
  { name: 'replica stopped and started', share: 4, isFlawless: true, act: takeReplicaAway },
  ...(pooler ? [{ name: 'PgBouncer restarted', share: 3, isFlawless: false, act: () => pooler.restart() }] : []),
  { name: 'database restarted', share: 4, isFlawless: false, act: ({ database }) => database.restartPrimary() },
  {
    name: 'database killed, replica promoted',
    share: 4,
    isFlawless: false,
    act: ({ database }) => database.failOver(),
  },
  { name: 'old primary back as replica', share: 3, isFlawless: true, act: ({ database }) => database.rejoin() },
];

async function restartOneByOne({ webs, worker }: Cluster): Promise<void> {
  for (const service of [...webs, worker]) await service.restart();
}

const REPLICA_AWAY_MS = 10_000;

async function takeReplicaAway({ database }: Cluster): Promise<void> {
  await database.stopReplica();
  await pause(REPLICA_AWAY_MS);
  await database.startReplica();
}

// A pause, so that effects of the previous phase do not count.
const QUIET_MS = 2_000;

type Options = { cluster: Cluster; attempts: Attempts; seconds: number; say: (line: string) => void };

/** The time until the affected part was up again, by phase. */
export async function runPhases({ cluster, attempts, seconds, say }: Options): Promise<Map<string, number>> {
  const phases = phasesOf(cluster);
  const shares = phases.reduce((sum, { share }) => sum + share, 0);
  const backMs = new Map<string, number>();
  for (const { name, share, act } of phases) {
    say(name);
    attempts.begin(name);
    const over = pause((seconds * 1000 * share) / shares);
    await pause(QUIET_MS);
    const since = performance.now();
    await act(cluster);
    if (act !== nothing) backMs.set(name, performance.now() - since);
    await over;
  }
  attempts.end();
  return backMs;
}
