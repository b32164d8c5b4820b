import type { OrderRow } from '../orders/orders.queries.ts';
import { badRequest } from '../provider-error.ts';
import { fieldsOf, integerField, textField } from '../request-body.ts';
import { CURRENCY } from '../sandbox.ts';
import type { PaymentRow } from './payments.queries.ts';

export function parseCaptureRequest(body: unknown): { amountPaise: number } {
  const fields = fieldsOf(body);
  const amountPaise = integerField(fields, 'amount');
  if (amountPaise === undefined) throw badRequest('The amount field is required.', 'amount');
  // Older versions of the official client do not send it.
  if ((textField(fields, 'currency') ?? CURRENCY) !== CURRENCY)
    throw badRequest('Currency is not supported', 'currency');
  return { amountPaise };
}

export function checkCapturable(payment: PaymentRow, order: OrderRow, amountPaise: number | undefined): void {
  if (payment.status === 'captured') throw badRequest('This payment has already been captured');
  if (payment.status !== 'authorized' || payment.amountRefundedPaise > 0)
    throw badRequest('Only payments which have been authorized and not yet captured can be captured');
  if (order.status === 'paid')
    throw badRequest(
      'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
    );
  if (amountPaise !== undefined && amountPaise !== payment.amountPaise)
    throw badRequest('Capture amount must be equal to the amount authorized', 'amount');
}
