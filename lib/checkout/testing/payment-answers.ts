import type { WireAnswer } from './wire';

export const ok = (body: unknown): WireAnswer => ({ status: 200, body });

/** A page of a list; null: `starting_after` names nothing in it. */
export function listed<Item>(
  page: { data: Item[]; hasMore: boolean } | null,
  view: (item: Item) => object,
): WireAnswer {
  if (page === null) return missing('object');
  return ok({ object: 'list', data: page.data.map(view), has_more: page.hasMore });
}

export function missing(kind: string): WireAnswer {
  return refusal('invalid_request_error', 'resource_missing', `no such ${kind}`, 404);
}

export function refusal(type: string, code: string | undefined, message: string, status = 400): WireAnswer {
  return { status, body: { error: { type, message, ...(code === undefined ? {} : { code }) } } };
}
