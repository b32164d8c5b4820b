import { type FailureKey, failures } from '@shop/contract/failures/failures';
import type { ImportReport } from '@shop/contract/stock';

type FailureDetails = {
  message?: string;
  errors?: Record<string, string>;
  report?: ImportReport;
  retryAfterSeconds?: number;
};

/** An expected failure that the caller can act on. Every other error is a fault of ours. */
export class ExpectedFailure extends Error {
  readonly key: FailureKey;
  readonly details: FailureDetails;

  constructor(key: FailureKey, details: FailureDetails) {
    super(details.message ?? failures[key].message);
    this.key = key;
    this.details = details;
  }
}

/** Use as `throw fail('outOfStock')`. The key selects status, code and text in the contract's failure table. */
export const fail = (key: FailureKey, details: FailureDetails = {}): ExpectedFailure =>
  new ExpectedFailure(key, details);
