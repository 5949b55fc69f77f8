import type { Found } from '../client/result';
import { ServiceError } from '../client/service-error';
import { idSchema } from '../contract/iri';
import { getRuntime, type Runtime } from '../runtime/runtime';

/** What a page asked for; or that there is no such thing; or that the service can't tell at the moment. */
export type Loaded<Value> =
  | { readonly kind: 'loaded'; readonly value: Value }
  | { readonly kind: 'missing' }
  | { readonly kind: 'away'; readonly busy: boolean };

export function isId(text: string | undefined): text is string {
  return idSchema.safeParse(text).success;
}

/**
 * Reads for a page. `ids` come from its address: what is no identifier names nothing, and never becomes part of a
 * path. An outage is logged and becomes something that the page can say; bugs go on as errors.
 */
export async function load<Value>(
  ids: readonly string[],
  work: (runtime: Runtime) => Promise<Found<Value>>,
): Promise<Loaded<Value>> {
  if (!ids.every(isId)) return { kind: 'missing' };
  const runtime = await getRuntime();
  try {
    const found = await work(runtime);
    return found.kind === 'found' ? { kind: 'loaded', value: found.value } : found;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    runtime.log.error({ err: error, reason: error.reason }, 'the service could not answer a page');
    return { kind: 'away', busy: error.reason === 'busy' };
  }
}
