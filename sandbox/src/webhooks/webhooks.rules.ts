import type { Behaviour } from '../faults/faults.rules.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

interface DeliveryPlan {
  copies: number;
  /** Copies of an event have its id, like real repeats, or ids of their own. */
  hasOneEventId: boolean;
  isHeld: boolean;
  delayMs: number;
}

export function planDelivery(fault: Behaviour | undefined): DeliveryPlan {
  const isRepeated = fault?.kind === 'duplicate' || fault?.kind === 'new-event-ids';
  const copies = isRepeated ? fault.value : 1;
  return {
    copies: fault?.kind === 'drop' ? 0 : copies,
    hasOneEventId: fault?.kind !== 'new-event-ids',
    isHeld: fault?.kind === 'hold',
    delayMs: fault?.kind === 'delay' ? fault.value : 0,
  };
}
