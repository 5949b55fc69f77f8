/**
 * Why a call got no usable answer:
 * - `unreachable`: no connection, or it broke
 * - `timeout`: no answer in time
 * - `unauthorized`: the token was refused, or none could be fetched
 * - `busy`: too many requests (429), or temporarily not available (503)
 * - `failed`: any other answer that the caller can't handle
 * - `unparsable`: an answer that does not match the specification
 */
export type ServiceErrorReason =
  'unreachable' | 'timeout' | 'unauthorized' | 'busy' | 'failed' | 'unparsable';

export interface ServiceErrorDetails {
  reason: ServiceErrorReason;
  /** `none`: certainly nothing was changed. `unknown`: a changing call may have been carried out. */
  effect: 'none' | 'unknown';
  /** Method and path, without query: no personal data. */
  call: string;
  status?: number;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** An unexpected failure of the service or its token issuer. Expected failures are values, not errors. */
export class ServiceError extends Error {
  override name = 'ServiceError';

  // Next bundles pages, routes and instrumentation separately, so there are several copies of this class. Therefore
  // errors are recognized by their name.
  static override [Symbol.hasInstance](value: unknown): value is ServiceError {
    return value instanceof Error && value.name === 'ServiceError';
  }

  readonly reason: ServiceErrorReason;
  readonly effect: 'none' | 'unknown';
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: ServiceErrorDetails) {
    super(`${details.call}: ${message}`, { cause: details.cause });
    this.reason = details.reason;
    this.effect = details.effect;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
