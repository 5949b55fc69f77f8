import type { CallOptions } from './result';

/** What of a list a page of the staff shows. */
export const itemsOfPage = 50;

/** The most that a list of the service has on one page. */
export const mostOfPage = 100;

/** What staff see is never from a cache. */
export const fresh = (call: CallOptions) => ({ ...call, fresh: true });
