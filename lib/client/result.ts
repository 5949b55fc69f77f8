/** A thing requested by its identifier; `missing` if it does not exist, or if we may not see it. */
export type Found<Value> = { readonly kind: 'found'; readonly value: Value } | { readonly kind: 'missing' };

/** `complete` is false when the list was longer than we read. */
export interface Listing<Member> {
  readonly members: readonly Member[];
  readonly complete: boolean;
}

/** Each call is answered in this language if the catalogue has it (Accept-Language). */
export interface CallOptions {
  language: string;
  /**
   * The catalogue's answer may not be older than the call. Otherwise it may be a second old; a minute with `recent`, for who
   * learns from a later call whether it is still right.
   */
  fresh?: boolean;
  recent?: boolean;
}
