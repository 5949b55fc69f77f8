import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestState } from '../runtime/request-state';
import { type Refusal, refusalResponse } from './refusal';

/** What a failure was, when it was not a mistake of ours; null: the page that says so stays as it is. */
function refusalFor(
  { method, headers }: IncomingMessage,
  status: number,
  state: RequestState,
): Refusal | null {
  if (status === 500 && state.isDatabaseAway) return 'unavailable';
  // What was posted is no form of ours: code of ours has not even begun. Scripts have answers of their own to Next.
  const isForm = method === 'POST' && headers['next-action'] === undefined && !state.hasBegun;
  if (isForm && status === 409) return 'outdated';
  return isForm && (status === 400 || status === 500) ? 'form' : null;
}

/**
 * Lets a response through unless it is a failure that is not ours: then it is replaced by the refusal that says
 * what it is, and the rest of what was to be sent is dropped.
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
    if (refusal === null) return writeHead(...args);
    const replaced = refusalResponse(request, refusal);
    for (const name of ['transfer-encoding', 'content-encoding', 'etag', 'link']) response.removeHeader(name);
    response.write = () => true;
    response.end = () => response;
    writeHead(replaced.status, replaced.headers);
    end(request.method === 'HEAD' ? undefined : replaced.body);
    return response;
  };
}
