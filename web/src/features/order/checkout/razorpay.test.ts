import type { PaymentOrder } from '@shop/contract/orders';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCheckout } from './open-checkout.ts';

type Options = ConstructorParameters<NonNullable<Window['Razorpay']>>[0];
type Failed = { error: { description: string } };

const paymentOrder: PaymentOrder = {
  provider: 'razorpay',
  id: 'order_1',
  amount: 49_900,
  currency: 'INR',
  keyId: 'key_1',
  checkoutUrl: '/checkout.js',
  name: 'Shop',
  description: 'Voucher',
};

/** Like the real dialog, it reports every closing as a dismissal, also one by our own code. */
class Dialog {
  static last: Dialog | null = null;
  readonly options: Options;
  isOpen = false;
  fail: (failure: Failed) => void = () => undefined;

  constructor(options: Options) {
    this.options = options;
    Dialog.last = this;
  }
  on(_: 'payment.failed', listen: (failure: Failed) => void) {
    this.fail = listen;
  }
  open() {
    this.isOpen = true;
  }
  close() {
    this.isOpen = false;
    this.options.modal.ondismiss();
  }
}

beforeEach(() => {
  Dialog.last = null;
  vi.stubGlobal('window', { Razorpay: Dialog });
});
afterEach(() => vi.unstubAllGlobals());

async function open(leaving = new AbortController()) {
  const told = { onPaid: vi.fn(), onFailed: vi.fn(), onDismissed: vi.fn() };
  const buyer = { name: 'Asha Rao', email: 'asha@example.com', mobile: null };
  await openCheckout({ paymentOrder, buyer, signal: leaving.signal, ...told });
  return { ...told, dialog: Dialog.last as Dialog };
}

it('the dialog opens with order and buyer and returns the proof in wire names', async () => {
  const { dialog, onPaid } = await open();
  expect(dialog.isOpen).toBe(true);
  expect(dialog.options).toMatchObject({
    key: 'key_1',
    order_id: 'order_1',
    amount: 49_900,
    prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '' },
  });
  dialog.options.handler({ razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'ab' });
  expect(onPaid).toHaveBeenCalledExactlyOnceWith({
    razorpayPaymentId: 'pay_1',
    razorpayOrderId: 'order_1',
    razorpaySignature: 'ab',
  });
});

it('a failed payment is reported once, without a dismissal', async () => {
  const { dialog, onFailed, onDismissed } = await open();
  dialog.fail({ error: { description: 'Declined' } });
  expect(dialog.isOpen).toBe(false);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith('Declined');
  expect(onDismissed).not.toHaveBeenCalled();
});

it('a dialog that the buyer closes is reported as a dismissal', async () => {
  const { dialog, onDismissed } = await open();
  dialog.close();
  expect(onDismissed).toHaveBeenCalledOnce();
});

it('the dialog closes when the buyer leaves, and does not open after that', async () => {
  const leaving = new AbortController();
  const { dialog, onDismissed } = await open(leaving);
  leaving.abort();
  expect(dialog.isOpen).toBe(false);
  expect(onDismissed).not.toHaveBeenCalled();
  Dialog.last = null;
  expect((await open(leaving)).dialog).toBeNull();
});

it.each([
  ['defines no dialog', 'onload', 'The payment window could not be loaded.'],
  ['cannot be loaded', 'onerror', 'The payment window could not be loaded. Check your connection and try again.'],
] as const)('the checkout rejects with a message when the script %s', async (_, event, message) => {
  const script = { onload: () => undefined, onerror: () => undefined, remove: vi.fn() };
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { createElement: () => script, head: { append: () => script[event]() } });
  await expect(open()).rejects.toThrow(message);
  // Another attempt must load the script again.
  expect(script.remove).toHaveBeenCalledTimes(event === 'onerror' ? 1 : 0);
});
