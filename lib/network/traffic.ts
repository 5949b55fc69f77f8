import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestLine, RequestLog } from '../log/request-log';
import { requestIds, type RequestIds } from '../tracing/request-ids';
import { type OpenSpan, within } from '../tracing/spans';

/** A request that is being answered. */
export interface Handled {
  readonly requestId: string;
  /** The pattern of its address, once that is known. */
  route: string | null;
  /** Does the work that belongs to it. */
  run<Result>(work: () => Result): Result;
}

export interface TrafficOptions {
  log: RequestLog | undefined;
  isProxy: (address: string | undefined) => boolean;
  /** Whether a request is for a probe or a file: it has no span, and its line is of the level `debug`. */
  isMinor: (request: IncomingMessage) => boolean;
  /** Whether work knows its request also without traces, because it passes the identifiers on. */
  isKept: boolean;
}

/**
 * What logs and traces have of the requests of a server. The identifiers of a trusted proxy are kept.
 */
export function traffic({ log, isProxy, isMinor, isKept }: TrafficOptions) {
  return (request: IncomingMessage, response: ServerResponse): Handled => {
    const ids = requestIds(request.headers, isProxy(request.socket.remoteAddress));
    const minor = isMinor(request);
    const { method = '' } = request;
    const start = { name: method, kind: 'server', attributes: { 'http.request.method': method } } as const;
    const span = minor ? undefined : globalThis.programTracing?.(start, ids);
    const knows = isKept || span !== undefined;
    const handled: Handled = {
      requestId: ids.requestId,
      route: null,
      run: (work) => (knows ? within(span?.ids ?? ids, work) : work()),
    };
    const isLogged = log?.isWanted(minor) === true;
    if (isLogged || span !== undefined) {
      const began = performance.now();
      const { socket } = request;
      const sentBefore = socket.bytesWritten;
      response.once('close', () => {
        const ms = performance.now() - began;
        const bytes = socket.bytesWritten - sentBefore;
        if (isLogged) log.write(lineOf(handled, ids, { method, ms, bytes, response }), minor);
        if (span !== undefined) endSpan(span, method, handled, response);
      });
    }
    return handled;
  };
}

function lineOf(
  { route }: Handled,
  { requestId, traceId }: RequestIds,
  { response, ms, ...sent }: Pick<RequestLine, 'method' | 'ms' | 'bytes'> & { response: ServerResponse },
): RequestLine {
  return {
    ...sent,
    ...(route === null ? {} : { route }),
    status: response.statusCode,
    ms: Math.round(10 * ms) / 10,
    request: requestId,
    trace: traceId,
    ...(response.writableFinished ? {} : { aborted: true }),
  };
}

function endSpan(
  span: OpenSpan & { rename(name: string): void },
  method: string,
  { route }: Handled,
  { statusCode, writableFinished }: ServerResponse,
): void {
  if (route !== null) span.rename(`${method} ${route}`);
  const failure = statusCode >= 500 ? new ServerFailed(String(statusCode)) : undefined;
  span.end(
    {
      'http.response.status_code': statusCode,
      ...(route === null ? {} : { 'http.route': route }),
      ...(writableFinished ? {} : { 'ticketing.aborted': 'true' }),
    },
    failure,
  );
}

/** The kind of error of a span whose answer was one. */
class ServerFailed extends Error {
  override name = 'ServerFailed';
}
