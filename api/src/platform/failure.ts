import { type FailureKey, failures } from '@shop/contract/failures/failures';
import type { ImportReport } from '@shop/contract/stock';

type FailureDetails = {
  message?: string;
  errors?: Record<string, string>;
  report?: ImportReport;
  retryAfterSeconds?: number;
};

/** A failure the caller can do something about; everything else that is thrown is a fault of ours. */
export class ExpectedFailure extends Error {
  readonly key: FailureKey;
  readonly details: FailureDetails;

  constructor(key: FailureKey, details: FailureDetails) {
    super(details.message ?? failures[key].message);
    this.key = key;
    this.details = details;
  }
}

/** `throw fail('outOfStock')`: the key names status, code and text in the contract's table. */
export const fail = (key: FailureKey, details: FailureDetails = {}): ExpectedFailure =>
  new ExpectedFailure(key, details);
