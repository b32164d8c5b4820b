import { disputeEvents } from '../disputes/disputes.rules.ts';
import { badRequest } from '../provider-error.ts';
import { fieldsOf, integerField, requiredText, textField } from '../request-body.ts';

const callOperations = [
  'create-order',
  'list-orders',
  'fetch-order',
  'fetch-payments',
  'fetch-payment',
  'capture',
  'refund',
  'fetch-refunds',
  'fetch-refund',
  'list-disputes',
  'fetch-dispute',
  'pay',
] as const;
const webhookEvents = [
  'payment.pending',
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'refund.speed_changed',
  ...disputeEvents.map((event) => `payment.dispute.${event}` as const),
] as const;

export const isServerCall = (operation: string): boolean =>
  operation !== 'pay' && callOperations.some((call) => call === operation);

export type CallOperation = (typeof callOperations)[number];
export type WebhookEvent = (typeof webhookEvents)[number];
export type FaultOperation =
  | CallOperation
  | `webhook:${WebhookEvent}`
  | 'auto-capture'
  | 'late-capture'
  | 'refund-settlement';
export type FaultPhase = 'before' | 'after';

/** The faults with a number, and its maximum: a status, or what a test can wait for. */
const rangeOfValue = {
  delay: [0, 24 * 60 * 60 * 1000],
  duplicate: [0, 1000],
  'new-event-ids': [0, 1000],
  page: [200, 599],
  'too-many-requests': [1, 24 * 60 * 60],
} as const;
const kindsWithValue = ['delay', 'duplicate', 'new-event-ids', 'page', 'too-many-requests'] as const;
const answerKinds = [
  'status-500',
  'too-many-requests',
  'invalid-keys',
  'amount-too-large',
  'low-balance',
  'gateway-error',
] as const;
const plainKinds = [...answerKinds, 'hang', 'reset', 'drop', 'hold', 'fail', 'at-once', 'slow'] as const;
export type AnswerKind = (typeof answerKinds)[number];
type FaultKind = (typeof kindsWithValue)[number] | (typeof plainKinds)[number];

/**
 * `delay:<ms>`, `duplicate:<times>`, `new-event-ids:<times>` and `page:<status>` carry a number, `too-many-requests` may
 * carry the seconds of Retry-After. The other faults have no number.
 */
export interface Behaviour {
  kind: FaultKind;
  value: number;
}

export interface FaultDraft {
  operation: string;
  behaviour: string;
  /** Whether the call fails before its effect, or only its answer is lost. */
  phase: FaultPhase;
  times: number;
}

const MAX_TIMES = 10_000;

/** Matches the webhook of every event. */
export const ANY_WEBHOOK = 'webhook:*';
/** Matches every call of the merchant's server. `pay` comes from the buyer's browser. */
export const ANY_CALL = 'call:*';

const behavioursByOperation = new Map<string, FaultKind[]>([
  ...[ANY_CALL, ...callOperations].map((operation): [string, FaultKind[]] => [
    operation,
    [...answerKinds, 'page', 'hang', 'reset', 'delay'],
  ]),
  ...[ANY_WEBHOOK, ...webhookEvents.map((event) => `webhook:${event}`)].map((operation): [string, FaultKind[]] => [
    operation,
    ['drop', 'duplicate', 'new-event-ids', 'hold', 'delay'],
  ]),
  ['auto-capture', ['fail', 'delay']],
  ['late-capture', ['delay']],
  ['refund-settlement', ['fail', 'delay', 'at-once', 'slow']],
]);

export function parseFaultDraft(body: unknown): FaultDraft {
  const fields = fieldsOf(body);
  const operation = requiredText(fields, 'operation');
  const behaviour = requiredText(fields, 'behaviour');
  const phase = textField(fields, 'phase') ?? 'before';
  const times = integerField(fields, 'times') ?? 1;
  const allowed = behavioursByOperation.get(operation);
  if (!allowed) throw badRequest(`Operation is one of ${[...behavioursByOperation.keys()].join(', ')}.`, 'operation');
  const kind = parseBehaviour(behaviour)?.kind;
  if (!kind || !allowed.includes(kind))
    throw badRequest(`${operation} can be made to ${allowed.join(', ')}.`, 'behaviour');
  if (phase !== 'before' && phase !== 'after') throw badRequest('Phase is before or after.', 'phase');
  if (times < 1 || times > MAX_TIMES) throw badRequest(`Times is between 1 and ${MAX_TIMES}.`, 'times');
  return { operation, behaviour, phase, times };
}

export function parseBehaviour(text: string): Behaviour | undefined {
  const [name, value, ...rest] = text.split(':');
  if (rest.length > 0) return undefined;
  const plainKind = plainKinds.find((kind) => kind === name);
  if (plainKind && value === undefined) return { kind: plainKind, value: 0 };
  const kindWithValue = kindsWithValue.find((kind) => kind === name);
  if (!kindWithValue || value === undefined || !/^\d+$/.test(value)) return undefined;
  const [least, most] = rangeOfValue[kindWithValue];
  const isInRange = Number(value) >= least && Number(value) <= most;
  return isInRange ? { kind: kindWithValue, value: Number(value) } : undefined;
}
