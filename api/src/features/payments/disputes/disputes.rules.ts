import type { DisputeNews, DisputeState, ProviderDispute } from '../provider/payment-provider.ts';

/** The bank has the last word: none of these changes again. */
export const isDecided = (state: DisputeState): boolean => state === 'won' || state === 'lost' || state === 'closed';

/**
 * Whether a record may move to another state. Undecided states alternate: the shop sends evidence (under review), the bank
 * asks for more (open). A decided state is final.
 */
export const mayMove = (from: DisputeState, to: DisputeState): boolean => from === to || !isDecided(from);

type Known = {
  state: DisputeState;
  amount_paise: number;
  deducted_paise: number;
  phase: string;
  respond_by: Date | null;
  answer_asked_at: Date | null;
};
type Theirs = Pick<ProviderDispute, 'state' | 'amountPaise' | 'deductedPaise' | 'phase' | 'respondBy'>;
type Asking = Pick<DisputeNews, 'isActionRequired' | 'at'>;

/** What the provider's present answer means for the record; `asks` changes it and waits for an answer of the shop. */
export function meaningOf(
  known: Known | undefined,
  theirs: Theirs,
  asking: Asking,
): 'asks' | 'changes' | 'same' | 'contradicts' {
  if (known && !mayMove(known.state, theirs.state)) return 'contradicts';
  if (isAnswerAsked(known, theirs, asking)) return 'asks';
  return known && isSame(known, theirs) ? 'same' : 'changes';
}

/**
 * When the dispute is new, when it is open again, and when the bank asks again before the shop saw the state in between.
 * An event that arrives again asks nothing new.
 */
function isAnswerAsked(known: Known | undefined, { state }: Theirs, { isActionRequired, at }: Asking): boolean {
  if (state !== 'open') return false;
  if (known?.state !== 'open') return true;
  return isActionRequired && (known.answer_asked_at === null || at > known.answer_asked_at);
}

const isSame = (known: Known, theirs: Theirs): boolean =>
  known.state === theirs.state &&
  known.deducted_paise === theirs.deductedPaise &&
  known.amount_paise === theirs.amountPaise &&
  known.phase === theirs.phase &&
  known.respond_by?.getTime() === theirs.respondBy?.getTime();
