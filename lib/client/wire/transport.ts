import { rootCertificates } from 'node:tls';
import { Agent, fetch as undiciFetch, Headers, type Response } from 'undici';
import type { z } from 'zod';
import { problemSchema, type Problem } from '../../contract/problem';
import { ServiceError, type ServiceErrorReason } from '../service-error';
import type { GetToken } from '../token';

export interface TransportOptions {
  /** https://host[:port] */
  serviceUrl: string;
  /** PEM, trusted in addition to the usual authorities. */
  ca?: string;
  getToken: GetToken;
  fetch?: typeof undiciFetch;
  timeoutMilliseconds?: number;
}

export interface Request {
  method: 'GET' | 'POST' | 'PATCH';
  /** A path below /v1/, with its query if any. */
  path: string;
  /** Accept-Language. */
  language: string;
  body?: unknown;
  idempotencyKey?: string;
}

export interface Answer {
  request: Request;
  status: number;
  body: unknown;
  retryAfterSeconds: number | undefined;
}

export type Send = (request: Request) => Promise<Answer>;

const described = (request: Request) => `${request.method} ${request.path.split('?')[0] ?? request.path}`;

// Failures before a connection stood: the request can't have reached the service.
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
  const effect = request.method === 'GET' || neverSent.has(code) || certificate ? 'none' : 'unknown';
  const reason = timedOut ? 'timeout' : 'unreachable';
  const message = timedOut ? 'the service did not answer in time' : `the service can't be reached (${code})`;
  return new ServiceError(message, { reason, effect, call: described(request), cause });
}

function headersOf(request: Request, token: string): Headers {
  const headers = new Headers({
    accept: 'application/ld+json',
    'accept-language': request.language,
    authorization: `Bearer ${token}`,
  });
  if (request.body !== undefined) {
    const merge = request.method === 'PATCH';
    headers.set('content-type', merge ? 'application/merge-patch+json' : 'application/ld+json');
  }
  if (request.idempotencyKey !== undefined) headers.set('idempotency-key', request.idempotencyKey);
  return headers;
}

/** The longest that a server may ask us to wait: customers wait for the answer. */
const longestRetryAfterSeconds = 300;

/** Retry-After in seconds, from 1 to 300 (RFC 9110 §10.2.3: a number of seconds or a date). */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), longestRetryAfterSeconds);
}

async function read(request: Request, response: Response): Promise<Answer> {
  const text = await response.text();
  const answer = {
    request,
    status: response.status,
    retryAfterSeconds: retryAfterOf(response.headers.get('retry-after')),
  };
  if (text === '') return { ...answer, body: undefined };
  try {
    const body: unknown = JSON.parse(text);
    return { ...answer, body };
  } catch (cause) {
    throw new ServiceError('the answer is not JSON', {
      reason: response.status >= 500 ? 'failed' : 'unparsable',
      effect: request.method === 'GET' ? 'none' : 'unknown',
      call: described(request),
      status: response.status,
      cause,
    });
  }
}

/** Sends requests over kept-alive TLS with a bearer token. Any status is an answer; no answer is a ServiceError. */
export function createTransport(options: TransportOptions): { send: Send; close: () => Promise<void> } {
  const { serviceUrl, ca, getToken, fetch = undiciFetch, timeoutMilliseconds = 15_000 } = options;
  const agent = new Agent({
    connections: 32,
    keepAliveTimeout: 30_000,
    ...(ca === undefined ? {} : { connect: { ca: [...rootCertificates, ca] } }),
  });

  async function once(request: Request, token: string): Promise<Answer> {
    try {
      const response = await fetch(`${serviceUrl}${request.path}`, {
        method: request.method,
        headers: headersOf(request, token),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        dispatcher: agent,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      return await read(request, response);
    } catch (cause) {
      throw cause instanceof ServiceError ? cause : connectionFailure(request, cause);
    }
  }

  async function send(request: Request): Promise<Answer> {
    const token = await getToken();
    let answer: Answer;
    try {
      answer = await once(request, token);
    } catch (error) {
      // A kept-alive connection may have died unnoticed. Reading again is harmless; changing again might not be.
      const again =
        error instanceof ServiceError && error.reason === 'unreachable' && request.method === 'GET';
      if (!again) throw error;
      answer = await once(request, token);
    }
    // Refused for its token, a request was not carried out, whatever its method.
    if (answer.status === 401) answer = await once(request, await getToken(token));
    return answer;
  }

  return { send, close: () => agent.close() };
}

/** The body in the shape that the specification gives it. */
export function parseBody<Shape extends z.ZodType>(shape: Shape, answer: Answer): z.output<Shape> {
  const parsed = shape.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new ServiceError(`the answer is not what the specification says (${where.slice(0, 400)})`, {
    reason: 'unparsable',
    effect: answer.request.method === 'GET' ? 'none' : 'unknown',
    call: described(answer.request),
    status: answer.status,
  });
}

/** What the service says of an error; nothing when it says it in another shape. */
export function problemOf(answer: Answer): Problem {
  const parsed = problemSchema.safeParse(answer.body);
  return parsed.success ? parsed.data : {};
}

/** An answer that no caller expects. */
export function surprise(answer: Answer): ServiceError {
  const { status, request } = answer;
  const reasons: Partial<Record<number, ServiceErrorReason>> = {
    401: 'unauthorized',
    403: 'unauthorized',
    429: 'busy',
    503: 'busy',
  };
  return new ServiceError(`the service answered ${status} ${problemOf(answer).detail ?? ''}`.trim(), {
    reason: reasons[status] ?? 'failed',
    // Only a 4xx says that nothing was done. A 202, a redirect or a 5xx may come after it was.
    effect: request.method === 'GET' || (status >= 400 && status < 500) ? 'none' : 'unknown',
    call: described(request),
    status,
    ...(answer.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: answer.retryAfterSeconds }),
  });
}
