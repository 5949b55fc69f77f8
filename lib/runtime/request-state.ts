import { AsyncLocalStorage } from 'node:async_hooks';

/** Asks whether an answer of the catalogue would be the same now. */
type CheckAgain = () => Promise<boolean>;

/** What happened while a request was answered; used when no page could be made. */
export interface RequestState {
  /** The path of the request; left out for a page that is made for all visitors. */
  readonly path?: string;
  /** Code of the shop has run for it, so an error was not caused only by what the client sent. */
  hasBegun: boolean;
  isDatabaseUnavailable: boolean;
  /** A part of the page says that the service can't be reached. */
  isServiceUnavailable: boolean;
  /** The whole page says so: its status is 503. */
  isPageUnavailable: boolean;
  /** The whole page says that there is nothing at its address: its status is 404. */
  isPageMissing: boolean;
  /** The whole page says that the person may not see what is at its address: its status is 403. */
  isPageForbidden: boolean;
  /** Lets other pages be rendered while this one waits for something else. */
  stepAside?: <Result>(wait: () => Promise<Result>) => Promise<Result>;
  /** One for each answer of the catalogue that was used; only of a page that is kept for all visitors. */
  readonly catalogueReads?: CheckAgain[];
  /** Until when (milliseconds since 1970) the page shows the same if the catalogue does; left out: that is not known. */
  sameUntil?: number;
}

export function newRequestState(path?: string): RequestState {
  return {
    ...(path === undefined ? {} : { path }),
    hasBegun: false,
    isDatabaseUnavailable: false,
    isServiceUnavailable: false,
    isPageUnavailable: false,
    isPageMissing: false,
    isPageForbidden: false,
  };
}

declare global {
  // The server and the pages that Next bundles load this module separately, so what they share can't be a
  // module variable.
  var storefrontRequests: AsyncLocalStorage<RequestState> | undefined;
}

function requests(): AsyncLocalStorage<RequestState> {
  globalThis.storefrontRequests ??= new AsyncLocalStorage<RequestState>();
  return globalThis.storefrontRequests;
}

/** Runs the handling of a request with a state to which `noteOfRequest` writes. */
export function withRequestState<Result>(state: RequestState, answer: () => Result): Result {
  return requests().run(state, answer);
}

/** Runs work that is shared by several requests, so that none of it is recorded for one of them. */
export function outsideRequests<Result>(work: () => Result): Result {
  return requests().exit(work);
}

/** The state of a rendering whose result is kept. */
export function newRenderState(): RequestState & Pick<Required<RequestState>, 'catalogueReads'> {
  return { ...newRequestState(), catalogueReads: [] };
}

export function requestState(): Readonly<RequestState> | undefined {
  return requests().getStore();
}

/** Records something about the current request; does nothing outside a request. */
export function noteOfRequest(
  what: Partial<Omit<RequestState, 'path' | 'catalogueReads' | 'sameUntil'>>,
): void {
  const state = requests().getStore();
  if (state !== undefined) Object.assign(state, what);
}

/** Records until when (milliseconds since 1970) a part of the page shows the same if the catalogue does. */
export function noteSameUntil(end: number): void {
  const state = requests().getStore();
  if (state !== undefined) state.sameUntil = Math.min(end, state.sameUntil ?? Infinity);
}

/** Records that an answer of the catalogue was used for a page that is kept. */
export function noteCatalogueRead(checkAgain: CheckAgain): void {
  requests().getStore()?.catalogueReads?.push(checkAgain);
}
