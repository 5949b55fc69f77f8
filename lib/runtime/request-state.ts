import { AsyncLocalStorage } from 'node:async_hooks';

/** What happened while a request was answered, for whoever answers when no page could be made. */
export interface RequestState {
  /** Code of ours has run for it: what failed was not only what a stranger sent. */
  hasBegun: boolean;
  /** The shop's database could not be reached. */
  isDatabaseAway: boolean;
}

declare global {
  // The server and the pages that Next bundles each load this module: what they share can't live in it.
  var storefrontRequests: AsyncLocalStorage<RequestState> | undefined;
}

function requests(): AsyncLocalStorage<RequestState> {
  globalThis.storefrontRequests ??= new AsyncLocalStorage<RequestState>();
  return globalThis.storefrontRequests;
}

/** Runs what answers a request, which can be told of by `noteOfRequest`. */
export function withRequestState<Result>(state: RequestState, answer: () => Result): Result {
  return requests().run(state, answer);
}

/** What happened so far to the request that is being answered; undefined outside one. */
export function requestState(): Readonly<RequestState> | undefined {
  return requests().getStore();
}

/** Notes what happened to the request that is being answered; nothing outside one. */
export function noteOfRequest(what: Partial<RequestState>): void {
  const state = requests().getStore();
  if (state !== undefined) Object.assign(state, what);
}
