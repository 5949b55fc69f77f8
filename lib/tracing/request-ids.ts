import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** By these a request is found in the logs and the traces of all programs. */
export interface RequestIds {
  readonly requestId: string;
  /** 32 hexadecimal digits (W3C Trace Context). */
  readonly traceId: string;
  /** The span that caused the request; null: the trace begins here. */
  readonly spanId: string | null;
  /** Whether spans of this trace are wanted; null: nobody has decided yet. */
  readonly isSampled: boolean | null;
}

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/;
// W3C Trace Context §3.2.2; a version after 00 may have more fields.
const traceParent =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.{0,200})?$/;

/**
 * The identifiers of a request: those in `X-Request-Id` and `traceparent` if they are well formed and were written by
 * someone who is trusted, else new ones. Without `traceparent` the identifier of the trace is that of the request, if
 * it has 32 hexadecimal digits.
 */
export function requestIds(headers: IncomingHttpHeaders, isTrusted: boolean): RequestIds {
  const sent = isTrusted ? headers['x-request-id'] : undefined;
  const requestId = typeof sent === 'string' && wellFormed.test(sent) ? sent : randomUUID();
  const parent = isTrusted ? parseTraceParent(headers['traceparent']) : null;
  return { requestId, ...(parent ?? { traceId: traceIdFor(requestId), spanId: null, isSampled: null }) };
}

/** Of work that no request has caused, such as a job. */
export const newIds = (): RequestIds => requestIds({}, false);

function parseTraceParent(sent: string | string[] | undefined) {
  const parts = typeof sent === 'string' ? traceParent.exec(sent) : null;
  const [, version, traceId = '', spanId = '', flags = '', more] = parts ?? [];
  if (parts === null || (version === '00' && more !== undefined)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

function traceIdFor(requestId: string): string {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  return /^(?!0+$)[\da-f]{32}$/.test(digits) ? digits : randomBytes(16).toString('hex');
}

/** The headers by which another program of ours takes these identifiers over. */
export function headersFor({ requestId, traceId, spanId, isSampled }: RequestIds): Record<string, string> {
  const id = { 'x-request-id': requestId };
  if (spanId === null) return id;
  return { ...id, traceparent: `00-${traceId}-${spanId}-0${isSampled === true ? 1 : 0}` };
}
