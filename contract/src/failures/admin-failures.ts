/** The failures that only administrators get. */
export const adminFailures = {
  notAPool: {
    status: 409,
    code: 'NOT_A_POOL',
    message: 'This product sells one code to everybody. Codes can be added to a product that sells each code once.',
  },
  batchExists: {
    status: 409,
    code: 'BATCH_EXISTS',
    message: 'This product already has a batch with this reference but other codes. Choose another reference.',
  },
  withdrawUnconfirmed: {
    status: 409,
    code: 'WITHDRAW_UNCONFIRMED',
    message: 'The unsold stock of this shared code will be withdrawn. Please confirm.',
  },
  unitsUnsold: {
    status: 409,
    code: 'UNITS_UNSOLD',
    message: 'Some codes of this product are unsold. Sell or recall them before you change it to one shared code.',
  },
  /** Buyers get the same code with a text of their own. */
  nothingToDeliver: {
    status: 409,
    code: 'OUT_OF_STOCK',
    message: 'There is not enough stock to deliver this order. Add stock and try again, or refund the order.',
  },
  customerAtLimit: {
    status: 409,
    code: 'LIMIT_PER_CUSTOMER',
    message:
      'This customer already has the most that one customer can buy of this product. ' +
      'Raise the limit and try again, or refund the order.',
  },
  customerHasOne: {
    status: 409,
    code: 'ALREADY_PURCHASED',
    message: 'This customer has another order for this product, which can only be bought once per customer.',
  },
  orderDelivered: {
    status: 409,
    code: 'ORDER_DELIVERED',
    message: 'This order has been delivered; its payment status can no longer be changed.',
  },
  statusConflict: {
    status: 409,
    code: 'STATUS_CONFLICT',
    message: 'This change is not possible in the current state of the order. Reload the page to see it.',
  },
  disputeOpen: {
    status: 409,
    code: 'DISPUTE_OPEN',
    message:
      "The buyer's bank disputes this payment, so it cannot be refunded now. Answer the dispute in the Razorpay dashboard.",
  },
  disputeLost: {
    status: 409,
    code: 'DISPUTE_LOST',
    message: "The buyer's bank has already returned this payment after a dispute. A refund would pay it twice.",
  },
  moneyUnderWay: {
    status: 409,
    code: 'PAYMENT_UNDER_WAY',
    message: 'A payment for this order is on its way. The order completes by itself when the money arrives.',
  },
  paymentUnchecked: {
    status: 503,
    code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    message:
      'The payment provider did not answer, so we cannot tell whether this order is paid. ' +
      'Nothing was changed. Please try again in a minute.',
  },
  ownOrder: {
    status: 403,
    code: 'OWN_ORDER',
    message: 'This is your own order. Please ask another administrator to complete it.',
  },
  editConflict: {
    status: 409,
    code: 'EDIT_CONFLICT',
    message: 'Somebody else changed this product while you were editing it. Reload it to see the current values.',
  },
  sheetOvertaken: {
    status: 409,
    code: 'EDIT_CONFLICT',
    message: 'Somebody changed one of these products in the meantime. Nothing was imported. Import the file again.',
  },
  selectionChanged: {
    status: 409,
    code: 'SELECTION_CHANGED',
    message: 'The list has changed in the meantime. Check what matches now and try again.',
  },
  tooManyProducts: {
    status: 409,
    code: 'TOO_MANY_PRODUCTS',
    message: 'You can change at most 10,000 products at once. Narrow the list first.',
  },
  undoTooLate: {
    status: 409,
    code: 'UNDO_TOO_LATE',
    message: 'This change can no longer be undone.',
  },
  tooManyViews: {
    status: 409,
    code: 'TOO_MANY_VIEWS',
    message: 'A list can have up to 50 of your views. Delete one first.',
  },
  lastAdmin: {
    status: 409,
    code: 'LAST_ADMIN',
    message: 'This is the last active administrator. Make somebody else an administrator first.',
  },
  lastOwner: {
    status: 409,
    code: 'LAST_OWNER',
    message: 'This is the last owner of the shop. Make somebody else an owner first.',
  },
  batchRefused: {
    status: 422,
    code: 'BATCH_REFUSED',
    message: 'Some lines cannot be added, so nothing was added. See the report.',
  },
  sheetRefused: {
    status: 422,
    code: 'SHEET_REFUSED',
    message: 'Some lines cannot be imported, so nothing was imported. Check the file again.',
  },
} as const;
