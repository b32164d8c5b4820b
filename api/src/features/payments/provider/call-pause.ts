import type { Clock } from '../../../platform/clock.ts';
import { ProviderBusy, ProviderRefusal } from './payment-provider.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 2 * 60_000;
// Limits a longer Retry-After, because nothing can be sold during the pause.
const LONGEST_ASKED_MS = 60 * 60_000;
// Background calls wait this much longer than calls for buyers, whose pages ask every three seconds.
const BACKGROUND_WAIT_MS = 10_000;

/** Whether a buyer waits for the answer. */
export type CallPriority = 'buyer' | 'background';

export type CallPause = ReturnType<typeof createCallPause>;

/**
 * A circuit breaker for the provider's rate limit (429): no calls for the time of Retry-After, or for 5 s, 10 s, 20 s … 2
 * minutes. Then one call at a time probes whether the limit is over, calls for buyers first.
 */
export function createCallPause(clock: Clock) {
  let refusals = 0;
  let [pausedAtMs, pauseMs] = [0, 0];
  let isProbing = false;

  const isPaused = (priority: CallPriority): boolean => {
    const waitMs = pauseMs + (priority === 'background' ? BACKGROUND_WAIT_MS : 0);
    const sinceMs = clock.now().getTime() - pausedAtMs;
    // A negative time means that the clock was set back.
    return isProbing || (sinceMs >= 0 && sinceMs < waitMs);
  };

  const pause = (askedMs: number | undefined) => {
    const ownMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** refusals) * (1 + Math.random() / 10);
    pauseMs = askedMs === undefined ? ownMs : Math.min(askedMs, LONGEST_ASKED_MS);
    pausedAtMs = clock.now().getTime();
    refusals += 1;
  };

  return async function call<T>(priority: CallPriority, make: () => Promise<T>): Promise<T> {
    const isProbe = refusals > 0;
    if (isProbe && isPaused(priority)) throw new ProviderBusy('not asked: the provider limits our calls');
    if (isProbe) isProbing = true;
    const refusalsBefore = refusals;
    // A call that began before the present pause says nothing about it.
    const isPresent = () => refusals === refusalsBefore;
    try {
      const answer = await make();
      if (isPresent()) refusals = 0;
      return answer;
    } catch (error) {
      if (isPresent() && error instanceof ProviderBusy) pause(error.retryAfterMs);
      else if (isPresent() && error instanceof ProviderRefusal) refusals = 0;
      throw error;
    } finally {
      if (isProbe) isProbing = false;
    }
  };
}
