/** The error object of REST answers, of the checkout callback and of failed payments. */
export interface ErrorDetails {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: Record<string, string>;
  field?: string;
}

export class ProviderError extends Error {
  readonly statusCode: number;
  readonly details: ErrorDetails;

  constructor(statusCode: number, details: ErrorDetails) {
    super(details.description);
    this.statusCode = statusCode;
    this.details = details;
  }
}

export function badRequest(description: string, field?: string): ProviderError {
  return new ProviderError(400, requestErrorDetails(description, field));
}

export function requestErrorDetails(description: string, field?: string): ErrorDetails {
  return {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    ...(field && { field }),
  };
}

export const serverErrorDetails: ErrorDetails = {
  code: 'SERVER_ERROR',
  description: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
  source: 'internal',
  step: 'NA',
  reason: 'server_error',
  metadata: {},
};

export const unknownId = () => badRequest('The id provided does not exist', 'id');
