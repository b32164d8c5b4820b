import type { DisputeState, ProviderDispute } from './payment-provider.ts';

/** The bank has the last word: none of these changes again. */
export const isDecided = (state: DisputeState): boolean => state === 'won' || state === 'lost' || state === 'closed';

/**
 * Whether a record may move to another state. Undecided states alternate: the shop sends evidence (under review), the bank
 * asks for more (open). A decided state is final.
 */
export const mayMove = (from: DisputeState, to: DisputeState): boolean => from === to || !isDecided(from);

type Known = { state: DisputeState; answer_asked_at: Date | null };
type Asking = { isActionRequired: boolean; at: Date };

/**
 * Whether the owners must be told that the provider waits for an answer: when the dispute is new, when it is open again,
 * and when the bank asks again before the shop saw the state in between. An event that arrives again tells nothing new.
 */
export function isAnswerAsked(
  known: Known | undefined,
  { state }: Pick<ProviderDispute, 'state'>,
  { isActionRequired, at }: Asking,
): boolean {
  if (state !== 'open') return false;
  if (known?.state !== 'open') return true;
  return isActionRequired && (known.answer_asked_at === null || at > known.answer_asked_at);
}
