import { badRequest } from '../provider-error.ts';
import { fieldsOf, integerField, type Notes, notesField, textField } from '../request-body.ts';
import { CURRENCY } from '../sandbox.ts';

export const MIN_AMOUNT_PAISE = 100;
const MAX_RECEIPT_LENGTH = 40;

export interface OrderDraft {
  amountPaise: number;
  receipt: string | null;
  /** An offer of the merchant. The buyer pays less than the amount. */
  offerId: string | null;
  notes: Notes;
}

export function parseOrderDraft(body: unknown): OrderDraft {
  const fields = fieldsOf(body);
  const amountPaise = integerField(fields, 'amount');
  if (amountPaise === undefined) throw badRequest('The amount field is required.', 'amount');
  if (amountPaise < MIN_AMOUNT_PAISE) throw badRequest('Order amount less than minimum amount allowed', 'amount');
  if (textField(fields, 'currency') !== CURRENCY) throw badRequest('Currency is not supported', 'currency');
  const receipt = textField(fields, 'receipt') ?? null;
  if (receipt !== null && receipt.length > MAX_RECEIPT_LENGTH) {
    throw badRequest(`The receipt may not be greater than ${MAX_RECEIPT_LENGTH} characters.`, 'receipt');
  }
  return { amountPaise, receipt, offerId: textField(fields, 'offer_id') ?? null, notes: notesField(fields) };
}
