import { AsyncLocalStorage } from 'node:async_hooks';
import { newIds, type RequestIds } from './request-ids';

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  /** By their names in the semantic conventions of OpenTelemetry. Never what a person typed, and no secrets. */
  readonly attributes?: Attributes;
}

export type Attributes = Readonly<Record<string, string | number>>;

export interface OpenSpan {
  /** For what is done within it. */
  readonly ids: RequestIds;
  /** `error`: what it failed with, of which only the kind is kept. */
  readonly end: (attributes?: Attributes, error?: unknown) => void;
}

/** Makes spans, and sends them. `name`: instead of that of the start, once more is known. */
export type StartSpan = (start: SpanStart, parent: RequestIds) => OpenSpan & { rename(name: string): void };

declare global {
  // Next bundles pages and the server separately, so what they share can't be a module variable.
  var programTracing: StartSpan | undefined;
  var programRequests: AsyncLocalStorage<RequestIds | undefined> | undefined;
}

const requests = (globalThis.programRequests ??= new AsyncLocalStorage());

/** Whose work is done now; undefined: nobody's, or the program does not keep it. */
export const currentIds = (): RequestIds | undefined => requests.getStore();

/** Does work that belongs to a request, or (undefined) to none. */
export function within<Result>(ids: RequestIds | undefined, work: () => Result): Result {
  return requests.run(ids, work);
}

/** Does a part of the work of a request, with a span of its own if there are traces. */
export function traced<Result>(start: () => SpanStart, work: () => Promise<Result>): Promise<Result> {
  const startSpan = globalThis.programTracing;
  if (startSpan === undefined) return work();
  const ids = currentIds();
  return ids === undefined ? work() : endedWith(startSpan(start(), ids), work);
}

/** Does work that belongs to no request, with identifiers of its own, and a trace of its own if there are traces. */
export function tracedAlone<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const ids = newIds();
  const startSpan = globalThis.programTracing;
  return startSpan === undefined ? within(ids, work) : endedWith(startSpan(start, ids), work);
}

async function endedWith<Result>({ ids, end }: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await within(ids, work);
    end();
    return result;
  } catch (error) {
    end({}, error);
    throw error;
  }
}

/** A path as the name of a span: what may be an identifier, a code or a name is left out, and so is a query. */
export function plainPath(path: string): string {
  const [plain = ''] = path.split('?', 1);
  return plain
    .split('/')
    .map((part) => (/^(?:v\d|_?[a-z]+(?:[-_][a-z]+)*)?$/.test(part) ? part : '*'))
    .join('/');
}
