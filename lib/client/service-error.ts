/**
 * Why a call brought no answer that can be used:
 * - `unreachable`: no connection, or it broke
 * - `timeout`: no answer in time
 * - `unauthorized`: the token was refused, or none could be had
 * - `busy`: too many requests (429), or away for the moment (503)
 * - `failed`: any other answer that the caller can do nothing about
 * - `unparsable`: an answer that is not what the specification says
 */
export type ServiceErrorReason =
  'unreachable' | 'timeout' | 'unauthorized' | 'busy' | 'failed' | 'unparsable';

interface ServiceErrorDetails {
  reason: ServiceErrorReason;
  /** `none`: nothing was changed, for certain. `unknown`: a changing call may have been carried out. */
  effect: 'none' | 'unknown';
  /** Method and path, without query: no personal data. */
  call: string;
  status?: number;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A surprise from the service or its token issuer. Expected failures are values, not errors. */
export class ServiceError extends Error {
  override name = 'ServiceError';

  // Next bundles pages, routes and instrumentation apart: one error class is several there, and its name is its own.
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
