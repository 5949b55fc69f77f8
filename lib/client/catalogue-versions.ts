import type { SentAnswer } from './transport';

const catalogPath = /^\/v1\/ticketing\/catalogs\/([0-9a-f-]{36})/i;

/** The versions of catalogues as the last answers tell them. */
export interface CatalogueVersions {
  /**
   * How old (milliseconds) the knowledge is that the catalogue of this address has this version; null: it is not known, or
   * it has another. While a request about the catalogue is under way, its answer is waited for, but not long.
   */
  ageOf(path: string, version: string): Promise<number | null>;
  /** Learns from the answer of a request that begins now. */
  learn(path: string, answer: Promise<SentAnswer>): Promise<SentAnswer>;
}

/** A slow answer about a catalogue must not keep pages that need nothing of it waiting. */
const mostMillisecondsToWait = 100;

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
      const underWay = asked.get(id);
      if (freshOf(id) === undefined && underWay !== undefined) await waitFor(underWay);
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

async function waitFor(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMillisecondsToWait);
  });
  // Who asked for it gets its error.
  await Promise.race([answer.catch(() => undefined), enough]);
  clearTimeout(timer);
}
