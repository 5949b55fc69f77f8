/** Something that was asked for by its identifier; `missing` when there is none, or none that we may see. */
export type Found<Value> = { readonly kind: 'found'; readonly value: Value } | { readonly kind: 'missing' };

/** `complete` is false when the list was longer than we read. */
export interface Listing<Member> {
  readonly members: readonly Member[];
  readonly complete: boolean;
}

/** Each call is answered in this language where the catalogue has it (Accept-Language). */
export interface CallOptions {
  language: string;
}
