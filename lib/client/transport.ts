import { Agent, fetch as undiciFetch, Headers, type Response } from 'undici';
import type { z } from 'zod';
import { problemSchema, type Problem } from '../contract/problem';
import { acceptLanguageOf } from '../locale/negotiate';
import { headersFor } from '../tracing/request-ids';
import { currentIds, plainPath, traced } from '../tracing/spans';
import { ServiceError, type ServiceErrorDetails } from './service-error';
import type { GetToken } from './token';
import { type CatalogVersion, parseCatalogVersion } from './catalog-version';
import { silenceLimit } from './silence';
import { trusting } from '../network/trusting';

export interface TransportOptions {
  /** https://host[:port] */
  serviceUrl: string;
  /** PEM, trusted in addition to the usual certificate authorities. */
  ca?: string;
  getToken: GetToken;
  fetch?: typeof undiciFetch;
  timeoutMilliseconds?: number;
  /** A read fails sooner if the service has answered nothing at all for so long (3 seconds). */
  silenceMilliseconds?: number;
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** A path below /v1/, with its query if any. */
  path: string;
  language: string;
  body?: unknown;
  /** The body, if it is JSON already. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** For a call that takes longer than others. */
  timeoutMilliseconds?: number;
  idempotencyKey?: string;
  /** The entity tag of the answer that is already there; if it is still right, the status is 304. */
  ifNoneMatch?: string;
  /** The entity tag of what is to be changed; if somebody else has changed it, the status is 412. */
  ifMatch?: string;
}

export interface Answer {
  request: Request;
  status: number;
  body: unknown;
  etag: string | undefined;
  catalogVersion: CatalogVersion | undefined;
  retryAfterSeconds: number | undefined;
}

export interface SentAnswer extends Answer {
  /** The body as it was sent. */
  text: string;
}

export type Send = (request: Request) => Promise<SentAnswer>;

/** The error of a call. A read changes nothing; a call that changes something may have been carried out. */
function failure(
  { method, path }: Request,
  message: string,
  details: Omit<ServiceErrorDetails, 'call' | 'effect'> & Partial<ServiceErrorDetails>,
): ServiceError {
  const call = `${method} ${path.split('?')[0] ?? path}`;
  return new ServiceError(message, { effect: method === 'GET' ? 'none' : 'unknown', call, ...details });
}

// Failures before there was a connection: the request can't have reached the service.
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function connectionFailure(request: Request, cause: unknown): ServiceError {
  const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
  const inner: unknown = cause instanceof Error ? cause.cause : undefined;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code);
  if (timedOut) return failure(request, 'the service did not answer in time', { reason: 'timeout', cause });
  return failure(request, `the service can't be reached (${code})`, {
    reason: 'unreachable',
    ...(neverSent.has(code) || certificate ? { effect: 'none' } : {}),
    cause,
  });
}

function headersOf(request: Request, token: string): Headers {
  const ids = currentIds();
  const headers = new Headers({
    ...(ids === undefined ? {} : headersFor(ids)),
    accept: 'application/ld+json',
    'accept-language': acceptLanguageOf(request.language),
    authorization: `Bearer ${token}`,
  });
  if (request.body !== undefined || request.bytes !== undefined) {
    const merge = request.method === 'PATCH';
    headers.set('content-type', merge ? 'application/merge-patch+json' : 'application/ld+json');
  }
  if (request.idempotencyKey !== undefined) headers.set('idempotency-key', request.idempotencyKey);
  if (request.ifNoneMatch !== undefined) headers.set('if-none-match', request.ifNoneMatch);
  if (request.ifMatch !== undefined) headers.set('if-match', request.ifMatch);
  return headers;
}

function bodyOf({ body, bytes }: Request): { body?: string | Uint8Array<ArrayBuffer> } {
  if (bytes !== undefined) return { body: bytes };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** The maximum, because customers wait for the answer. */
const longestRetryAfterSeconds = 300;

/** Retry-After in seconds, from 1 to 300 (RFC 9110 §10.2.3: a number of seconds or a date). */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), longestRetryAfterSeconds);
}

async function read(request: Request, response: Response): Promise<SentAnswer> {
  const text = await response.text();
  const answer = {
    request,
    status: response.status,
    text,
    etag: response.headers.get('etag') ?? undefined,
    catalogVersion: parseCatalogVersion(response.headers.get('catalog-version')),
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after')),
  };
  if (text === '') return { ...answer, body: undefined };
  try {
    const body: unknown = JSON.parse(text);
    return { ...answer, body };
  } catch (cause) {
    const reason = response.status >= 500 ? 'failed' : 'unparsable';
    throw failure(request, 'the answer is not JSON', { reason, status: response.status, cause });
  }
}

/** Any status is an answer; no answer is a ServiceError. */
export function createTransport(options: TransportOptions): { send: Send; close: () => Promise<void> } {
  const { serviceUrl, ca, getToken, fetch = undiciFetch } = options;
  const { timeoutMilliseconds = 15_000, silenceMilliseconds = 3_000 } = options;
  const silence = silenceLimit(silenceMilliseconds);
  const agent = new Agent({
    connections: 32,
    keepAliveTimeout: 30_000,
    ...(ca === undefined ? {} : { connect: trusting(ca) }),
  });

  const once = (request: Request, token: string): Promise<SentAnswer> =>
    traced(
      () => ({ name: `${request.method} ${plainPath(request.path)}`, kind: 'client' }),
      () => ask(request, token),
    );

  async function ask(request: Request, token: string): Promise<SentAnswer> {
    // A change is waited for, and so is a price, for which the service asks the issuer first.
    const isImpatient = request.method === 'GET' && !request.path.endsWith('/price');
    const watch = isImpatient ? silence.watch() : null;
    const timeout = AbortSignal.timeout(request.timeoutMilliseconds ?? timeoutMilliseconds);
    try {
      const response = await fetch(`${serviceUrl}${request.path}`, {
        method: request.method,
        headers: headersOf(request, token),
        ...bodyOf(request),
        dispatcher: agent,
        redirect: 'manual',
        signal: watch === null ? timeout : AbortSignal.any([timeout, watch.signal]),
      });
      silence.heard();
      return await read(request, response);
    } catch (cause) {
      throw cause instanceof ServiceError ? cause : connectionFailure(request, cause);
    } finally {
      watch?.end();
    }
  }

  async function send(request: Request): Promise<SentAnswer> {
    const token = await getToken();
    let answer: SentAnswer;
    try {
      answer = await once(request, token);
    } catch (error) {
      // A kept-alive connection may be broken without notice. Repeating a read is harmless; repeating a change
      // might not be.
      const again =
        error instanceof ServiceError && error.reason === 'unreachable' && request.method === 'GET';
      if (!again) throw error;
      answer = await once(request, token);
    }
    // A request whose token was refused was not carried out, whatever its method.
    if (answer.status === 401) answer = await once(request, await getToken(token));
    return answer;
  }

  return { send, close: () => agent.close() };
}

export function parseBody<Shape extends z.ZodType>(shape: Shape, answer: Answer): z.output<Shape> {
  const parsed = shape.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  const message = `the answer is not what the specification says (${where.slice(0, 400)})`;
  throw failure(answer.request, message, { reason: 'unparsable', status: answer.status });
}

/** Empty if the answer has another shape. */
export function parseProblem(answer: Answer): Problem {
  return problemSchema.safeParse(answer.body).data ?? {};
}

const reasons: Partial<Record<number, ServiceErrorDetails['reason']>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  429: 'busy',
  503: 'busy',
};

/** An answer that no caller expects. */
export function unexpectedAnswer(answer: Answer): ServiceError {
  const { status, request, retryAfterSeconds } = answer;
  return failure(request, `the service answered ${status} ${parseProblem(answer).detail ?? ''}`.trim(), {
    reason: reasons[status] ?? 'failed',
    // Only a 4xx proves that nothing was done. A 202, a redirect or a 5xx may come after the change.
    ...(status >= 400 && status < 500 ? { effect: 'none' } : {}),
    status,
    retryAfterSeconds,
  });
}
