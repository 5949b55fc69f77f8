import type { SentAnswer } from './transport';

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

const catalogPath = /^\/v1\/ticketing\/catalogs\/([0-9a-f-]{36})/i;

/** The versions of catalogues as the last answers tell them. */
export interface CatalogueVersions {
  /**
   * How old (milliseconds) the knowledge is that the catalogue of this address has this version; null: it is not known, or
   * it has another. While a request about the catalogue is under way, its answer is waited for.
   */
  ageOf(path: string, version: string): Promise<number | null>;
  /** Learns from the answer of a request that begins now. */
  learn(path: string, answer: Promise<SentAnswer>): Promise<SentAnswer>;
}

/** `freshMilliseconds`: older knowledge is not used. */
export function catalogueVersions(now: () => number, freshMilliseconds: number): CatalogueVersions {
  const known = new Map<string, { version: string; at: number }>();
  const asked = new Map<string, Promise<unknown>>();
  const idOf = (path: string) => catalogPath.exec(path)?.[1]?.toLowerCase();
  const freshOf = (id: string) => {
    const last = known.get(id);
    return last !== undefined && now() - last.at < freshMilliseconds ? last : undefined;
  };
  return {
    ageOf: async (path, version) => {
      const id = idOf(path);
      if (id === undefined) return null;
      if (freshOf(id) === undefined) await asked.get(id)?.catch(() => undefined);
      const last = freshOf(id);
      return last?.version === version ? now() - last.at : null;
    },
    learn: async (path, answer) => {
      const id = idOf(path);
      if (id === undefined) return answer;
      const at = now();
      asked.set(id, answer);
      try {
        const { catalogVersion } = await answer;
        if (catalogVersion !== undefined && (known.get(id)?.at ?? 0) <= at)
          known.set(id, { version: catalogVersion.value, at });
        return await answer;
      } finally {
        if (asked.get(id) === answer) asked.delete(id);
      }
    },
  };
}
