import type { Found } from '../../../client/result';
import { ServiceError } from '../../../client/service-error';
import { idSchema } from '../../../contract/iri';
import type { Session } from '../../../contract/session';
import { getAppContext, type AppContext } from '../../../runtime/app-context';
import { noteOfRequest, noteSameUntil } from '../../../runtime/request-state';

/** What a page requested; or that it does not exist; or that the service can't be asked at the moment. */
export type Loaded<Value> =
  | { readonly kind: 'loaded'; readonly value: Value }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unavailable'; readonly busy: boolean };

class Missing extends Error {}

/** A thing without which there is no page: if it is missing, `load` resolves to `missing`. */
export function need<Value>(found: Found<Value>): Value {
  if (found.kind === 'missing') throw new Missing();
  return found.value;
}

export function isId(text: string | undefined): text is string {
  return idSchema.safeParse(text).success;
}

/**
 * Reads data for a page. `ids` come from its URL: what is not an identifier counts as missing, and never
 * becomes part of a path. An outage is logged and returned as a value that the page can show; other errors
 * are thrown on.
 */
export async function load<Value>(
  ids: readonly string[],
  work: (runtime: AppContext) => Promise<Value>,
): Promise<Loaded<Value>> {
  if (!ids.every(isId)) return { kind: 'missing' };
  const runtime = await getAppContext();
  try {
    return { kind: 'loaded', value: await work(runtime) };
  } catch (error) {
    if (error instanceof Missing) return { kind: 'missing' };
    if (!(error instanceof ServiceError)) throw error;
    noteOfRequest({ isServiceUnavailable: true, isPageUnavailable: true });
    runtime.log.error({ err: error, reason: error.reason }, 'the service could not answer a page');
    return { kind: 'unavailable', busy: error.reason === 'busy' };
  }
}

const quarterOfAnHour = 15 * 60_000;

/**
 * Records that a page shows the same until one of these sessions begins or its sale ends, or the day ends at the venue: in every
 * time zone days begin at a quarter of an hour.
 */
export function noteShownAt(
  now: Date,
  sessions: readonly Pick<Session, 'occursAt' | 'saleEndsAt'>[] = [],
): void {
  const from = now.getTime();
  const ends = sessions
    .flatMap(({ occursAt, saleEndsAt }) => [Date.parse(occursAt), Date.parse(saleEndsAt ?? occursAt)])
    .filter((end) => end > from);
  noteSameUntil(Math.min((Math.floor(from / quarterOfAnHour) + 1) * quarterOfAnHour, ...ends));
}

/** What a page gets that `Load` loads. */
export type LoadedBy<Load extends (...parameters: never[]) => Promise<Loaded<unknown>>> = Extract<
  Awaited<ReturnType<Load>>,
  { kind: 'loaded' }
>['value'];
