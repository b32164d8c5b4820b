import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../platform/startup-error.ts';
import type { Say } from './startup-output.ts';

/** A process that this one has started. */
export type Child = {
  name: string;
  startedAt: number;
  /** Rejects when it ended before. */
  ready: Promise<void>;
  /** How it ended. */
  ended: Promise<string>;
  sendSignal(signal: NodeJS.Signals): void;
};

type ProcessGroup<C extends Child> = {
  children(): C[];
  /** One after the other: the next is ready before the one it replaces is told to stop. */
  renew(): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
};

// Who dies sooner has died of something that is still there.
const EARLY_EXIT_MS = 10_000;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;

type Slot<C> = { start: () => C; child: C; earlyExits: number };

/** Keeps as many processes as there are starters: who dies is replaced. Throws when one of the first does not come up. */
export async function openProcessGroup<C extends Child>(
  starters: (() => C)[],
  say: Say,
  wait: (ms: number, stopping: AbortSignal) => Promise<unknown> = (ms, signal) => pause(ms, undefined, { signal }),
): Promise<ProcessGroup<C>> {
  const stopping = new AbortController();
  const living = new Set<C>();
  const expected = new WeakSet<C>();

  const begin = (start: () => C): C => {
    const child = start();
    living.add(child);
    void child.ended.then(() => living.delete(child));
    // Whoever waits for it hears of it; nobody may.
    child.ready.catch(() => {});
    return child;
  };
  const watch = (slot: Slot<C>): void => {
    const { child } = slot;
    void child.ended.then(async (how) => {
      if (stopping.signal.aborted || expected.has(child)) return;
      say(`${child.name} ended (${how}) and is started again.`);
      await replace(slot);
    });
  };
  const replace = async (slot: Slot<C>): Promise<void> => {
    slot.earlyExits = Date.now() - slot.child.startedAt < EARLY_EXIT_MS ? slot.earlyExits + 1 : 0;
    const waitMs =
      slot.earlyExits === 0 ? 0 : Math.min(FIRST_BACKOFF_MS * 2 ** (slot.earlyExits - 1), LONGEST_BACKOFF_MS);
    const { child } = slot;
    await wait(waitMs, stopping.signal).catch(() => undefined);
    // Renewed meanwhile, the place is taken: two would share it, and only one of them be renewed again.
    if (stopping.signal.aborted || expected.has(child) || slot.child !== child) return;
    slot.child = begin(slot.start);
    watch(slot);
  };
  const renewSlot = async (slot: Slot<C>): Promise<void> => {
    const old = slot.child;
    // Should it die meanwhile, the next one is there already.
    expected.add(old);
    const next = begin(slot.start);
    try {
      await next.ready;
    } catch {
      expected.delete(old);
      if (!living.has(old)) await replace(slot);
      throw new Error(`${next.name} did not start: ${old.name} and those after it go on as they were.`);
    }
    slot.child = next;
    watch(slot);
    old.sendSignal('SIGTERM');
    await old.ended;
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    stopping.abort();
    const all = [...living];
    for (const child of all) child.sendSignal(signal);
    await Promise.all(all.map((child) => child.ended));
  };

  const slots = starters.map((start) => ({ start, child: begin(start), earlyExits: 0 }));
  try {
    await Promise.all(slots.map(({ child }) => child.ready));
  } catch {
    await stop('SIGTERM');
    throw new StartupError('A process of the shop did not start: it says why above.');
  }
  for (const slot of slots) watch(slot);
  return {
    children: () => [...living],
    async renew() {
      for (const slot of slots) if (!stopping.signal.aborted) await renewSlot(slot);
    },
    stop,
  };
}
