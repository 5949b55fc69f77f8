import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestState } from '../runtime/request-state';
import { unavailableHeaders } from '../page-cache/make-page';
import { type Refusal, refusalResponse } from './request/refusal';

/** Null: the response stays as it is. */
function refusalFor(
  { method, headers }: IncomingMessage,
  status: number,
  state: RequestState,
): Refusal | null {
  if (status === 500 && state.isDatabaseUnavailable) return 'unavailable';
  // The posted data is not one of our forms, so no code of ours has run.
  const isForm = method === 'POST' && !state.hasBegun;
  if (isForm && status === 500) return 'form';
  // For its own scripts, Next has other responses of its own.
  if (!isForm || headers['next-action'] !== undefined) return null;
  if (status === 409) return 'outdated';
  return status === 400 ? 'form' : null;
}

/**
 * Passes a response on, unless it is a failure that is not an error in our code: then a refusal replaces it,
 * and the rest of the original response is discarded.
 */
export function replaceFailure(
  request: IncomingMessage,
  response: ServerResponse,
  state: RequestState,
): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const end = response.end.bind(response);
  response.writeHead = (...args: unknown[]) => {
    const status = typeof args[0] === 'number' ? args[0] : response.statusCode;
    const refusal = refusalFor(request, status, state);
    if (refusal === null) {
      // A navigation of Next's client gets its page as it is; it would load the page again otherwise.
      const isWholePage = status === 200 && request.headers['rsc'] === undefined && request.method !== 'POST';
      if (isWholePage && state.isPageMissing) return writeHead(404, ...args.slice(1));
      if (isWholePage && state.isPageForbidden) return writeHead(403, ...args.slice(1));
      if (!isWholePage || !state.isPageUnavailable) return writeHead(...args);
      for (const [name, value] of Object.entries(unavailableHeaders)) response.setHeader(name, value);
      return writeHead(503, ...args.slice(1));
    }
    const replaced = refusalResponse(request, refusal);
    for (const name of ['transfer-encoding', 'content-encoding', 'etag', 'link']) response.removeHeader(name);
    response.write = () => true;
    response.end = () => response;
    writeHead(replaced.status, replaced.headers);
    end(request.method === 'HEAD' ? undefined : replaced.body);
    return response;
  };
}
