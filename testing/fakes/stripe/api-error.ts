export interface ApiErrorDetails {
  readonly code?: string;
  readonly param?: string;
}

type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'rate_limit_error' | 'api_error';

/** An answer in the form of Stripe's errors (https://docs.stripe.com/api/errors). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: 400 | 401 | 404 | 429 | 500,
    message: string,
    readonly details: ApiErrorDetails = {},
    readonly type: ErrorType = 'invalid_request_error',
  ) {
    super(message);
  }

  body(requestId: string): object {
    const { code, param } = this.details;
    return {
      error: {
        ...(code === undefined
          ? {}
          : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
        message: this.message,
        ...(param === undefined ? {} : { param }),
        request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
        type: this.type,
      },
    };
  }
}

/** A refusal of the request's parameters; nothing was done. */
export function badParameter(message: string, param: string, code?: string): ApiError {
  return new ApiError(400, message, code === undefined ? { param } : { code, param });
}

export function missingParameter(param: string): ApiError {
  return badParameter(`Missing required param: ${param}.`, param, 'parameter_missing');
}

/** Stripe's own wording differs by kind: `No such refund: 're_1'`, but `No such checkout.session: cs_1`. */
export function noSuch(kind: string, id: string, param: string): ApiError {
  const name = kind === 'checkout.session' ? id : `'${id}'`;
  return new ApiError(404, `No such ${kind}: ${name}`, { code: 'resource_missing', param });
}
