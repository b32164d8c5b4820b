import type { Clock } from '../../../platform/clock.ts';
import { ProviderBusy, ProviderRefusal } from './payment-provider.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 2 * 60_000;
// A longer Retry-After is cut to this limit, because the shop cannot sell anything during the pause.
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
// Background calls wait longer, so that a buyer's call comes first: the buyer's page polls every three seconds.
const BACKGROUND_WAIT_MS = 10_000;

/** `buyer`: a buyer waits for the answer. `background`: a job makes the call. */
export type CallPriority = 'buyer' | 'background';

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * A circuit breaker for the provider's rate limit (429): no calls for the time of Retry-After, or for 5 s, 10 s, 20 s … 2
 * minutes. Then one call at a time probes whether the limit is over, calls for buyers first.
 */
export function createCircuitBreaker(clock: Clock) {
  let pauseCount = 0;
  let [pausedAtMs, pauseMs] = [0, 0];
  let isProbing = false;

  const isPaused = (priority: CallPriority): boolean => {
    const waitMs = pauseMs + (priority === 'background' ? BACKGROUND_WAIT_MS : 0);
    const elapsedMs = clock.now().getTime() - pausedAtMs;
    // A negative time means that the clock was set back.
    return isProbing || (elapsedMs >= 0 && elapsedMs < waitMs);
  };

  const pause = (retryAfterMs: number | undefined) => {
    const backoffMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauseCount) * (1 + Math.random() / 10);
    pauseMs = retryAfterMs === undefined ? backoffMs : Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
    pausedAtMs = clock.now().getTime();
    pauseCount += 1;
  };

  return async function call<T>(priority: CallPriority, send: () => Promise<T>): Promise<T> {
    const isProbe = pauseCount > 0;
    if (isProbe && isPaused(priority)) throw new ProviderBusy('not asked: the provider limits our calls');
    if (isProbe) isProbing = true;
    const pauseCountBefore = pauseCount;
    // The result of a call that began before the current pause must not end or extend the pause.
    const isCurrent = () => pauseCount === pauseCountBefore;
    try {
      const answer = await send();
      if (isCurrent()) pauseCount = 0;
      return answer;
    } catch (error) {
      if (isCurrent() && error instanceof ProviderBusy) pause(error.retryAfterMs);
      else if (isCurrent() && error instanceof ProviderRefusal) pauseCount = 0;
      throw error;
    } finally {
      if (isProbe) isProbing = false;
    }
  };
}
