/** The version of a catalogue that an answer tells. `isComplete`: the answer depends on nothing else. */
export interface CatalogVersion {
  readonly value: string;
  readonly isComplete: boolean;
}

/** The header `Catalog-Version`: a string with a parameter (RFC 9651). Undefined: there is none, or it is no such string. */
export function parseCatalogVersion(header: string | null): CatalogVersion | undefined {
  const parsed = /^"([\x20-\x7e]+)"(;complete)?$/.exec(header ?? '');
  return parsed?.[1] === undefined ? undefined : { value: parsed[1], isComplete: parsed[2] !== undefined };
}
