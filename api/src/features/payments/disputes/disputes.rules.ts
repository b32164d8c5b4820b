import type { DisputeEvent, DisputeState, ProviderDispute } from '../provider/payment-provider.ts';

/** Decided states are final. */
export const isDecided = (state: DisputeState): boolean => state === 'won' || state === 'lost' || state === 'closed';

/**
 * Whether a dispute may change from one state to another. Undecided states alternate: the shop sends evidence (under
 * review), the bank asks for more (open).
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
type ReportedDispute = Pick<ProviderDispute, 'state' | 'amountPaise' | 'deductedPaise' | 'phase' | 'respondBy'>;
type Asking = Pick<DisputeEvent, 'isActionRequired' | 'at'>;

/** Compares the provider's answer with the stored dispute; `asks`: it changed and the shop must answer the bank. */
export function meaningOf(
  known: Known | undefined,
  reported: ReportedDispute,
  asking: Asking,
): 'asks' | 'changes' | 'same' | 'contradicts' {
  if (known && !mayMove(known.state, reported.state)) return 'contradicts';
  if (isAnswerAsked(known, reported, asking)) return 'asks';
  return known && isSame(known, reported) ? 'same' : 'changes';
}

/**
 * Whether the shop must answer: the dispute is new, or open again, or the bank asks again before the state in between was
 * seen. A repeated event does not count.
 */
function isAnswerAsked(
  known: Known | undefined,
  { state }: ReportedDispute,
  { isActionRequired, at }: Asking,
): boolean {
  if (state !== 'open') return false;
  if (known?.state !== 'open') return true;
  return isActionRequired && (known.answer_asked_at === null || at > known.answer_asked_at);
}

const isSame = (known: Known, reported: ReportedDispute): boolean =>
  known.state === reported.state &&
  known.deducted_paise === reported.deductedPaise &&
  known.amount_paise === reported.amountPaise &&
  known.phase === reported.phase &&
  known.respond_by?.getTime() === reported.respondBy?.getTime();
