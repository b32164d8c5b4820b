import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../platform/startup-error.ts';
import type { Say } from './startup-output.ts';

/** A child process. */
export type Child = {
  name: string;
  startedAt: number;
  /** Rejects if the process ends first. */
  ready: Promise<void>;
  /** Resolves with the signal or exit code. */
  ended: Promise<string>;
  sendSignal(signal: NodeJS.Signals): void;
};

type ProcessGroup<C extends Child> = {
  children(): C[];
  /** Replaces one process after another. Each new process is ready before the old one gets SIGTERM. */
  renew(): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
};

// A process that dies sooner probably dies again, so its restarts are delayed.
const EARLY_EXIT_MS = 10_000;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;

type Slot<C> = { start: () => C; child: C; earlyExits: number };

/** Keeps one process per starter running. Throws if one of the first processes does not start. */
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
    // Avoids an unhandled rejection if no caller awaits `ready`.
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
    // A renewal may have filled the slot during the delay. A second process in it would never be renewed.
    if (stopping.signal.aborted || expected.has(child) || slot.child !== child) return;
    slot.child = begin(slot.start);
    watch(slot);
  };
  const renewSlot = async (slot: Slot<C>): Promise<void> => {
    const old = slot.child;
    // If the old process dies now, `watch` must not replace it: the new one is already starting.
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
