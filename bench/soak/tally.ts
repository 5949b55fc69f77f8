import { ServiceError } from '@/lib/client/service-error';

export type Measured = 'service' | 'storefront';

/** What each kind of client must achieve at least once in a run. */
const work = {
  buyers: [
    'purchases paid',
    'free orders',
    'purchases after a declined card',
    'purchases confirmed by the bank',
    'purchases without a webhook',
    'tickets downloaded',
    'forms that were mistyped',
    'holds abandoned',
    'payment pages abandoned',
    'holds released',
    'holds expired and made again',
    'orders found again by e-mail',
  ],
  integrators: [
    'offers listed',
    'availabilities read',
    'holds',
    'holds extended and released',
    'orders',
    'tickets downloaded',
    'orders looked up',
    'feeds imported',
  ],
  crawlers: ['pages', 'pictures', 'HEAD requests', 'unchanged (304)', 'unknown addresses'],
  readers: ['pages that many ask for'],
  staff: ['sign-ins', 'look-ups', 'orders opened', 'sign-outs'],
  attackers: [
    'pipelined requests, never read (service)',
    'pipelined requests, never read (storefront)',
    'unfinished handshakes',
    'half-open connections (service)',
    'half-open connections (storefront)',
    'malformed HTTP (service)',
    'malformed HTTP (storefront)',
    'bodies with many violations',
    'bursts without a token',
    'bodies that are too large',
    'bodies that are too slow',
    'bodies to /api/auth',
    'unknown languages',
    'hostile parameters',
    'wrong server actions',
  ],
} as const;

/** Only a few offers are free, and buyers choose randomly: a short run may have none. */
const mayBeMissing = 'free orders';

export type Kind = keyof typeof work;
export type Work<K extends Kind = Kind> = (typeof work)[K][number];
export const kinds = Object.keys(work) as Kind[];

/** How many failures of each kind are kept with their reasons. */
const keptFailures = 20;

export interface Tally {
  /** Counts an achievement of a client. */
  did<K extends Kind>(kind: K, what: Work<K>): void;
  /** Counts an unexpected result, with its reason. */
  failed(kind: Kind | 'bystanders', error: unknown): void;
  /** Counts an answer. `isRefusal`: a 503 with Retry-After, which is documented. */
  answered(by: Measured, status: number, what: string, isRefusal?: boolean): void;
  /** The current counts. */
  counts(): Counts;
}

export interface Counts {
  done: Record<Kind, Record<string, number>>;
  /** By program, by class of status: 2xx to 5xx, and 503 for documented refusals. */
  answers: Record<Measured, Record<string, number>>;
  failures: number;
  /** The first failures, and the requests that were answered with 5xx. */
  reasons: string[];
  serverErrors: number;
  /** What no client has achieved. */
  missing: string[];
}

export function createTally(): Tally {
  const done = Object.fromEntries(
    kinds.map((kind) => [kind, Object.fromEntries(work[kind].map((what) => [what, 0]))]),
  ) as Counts['done'];
  const answers: Counts['answers'] = { service: {}, storefront: {} };
  const reasons = new Map<string, number>();
  let failures = 0;
  let serverErrors = 0;
  const note = (reason: string) => {
    if (reasons.has(reason) || reasons.size < keptFailures)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };
  return {
    did: (kind, what) => {
      const ofKind: Record<string, number> = done[kind];
      ofKind[what] = (ofKind[what] ?? 0) + 1;
    },
    failed: (kind, error) => {
      failures += 1;
      note(`${kind}: ${reasonOf(error)}`);
    },
    answered: (by, status, what, isRefusal = false) => {
      const name = isRefusal ? '503' : `${Math.floor(status / 100)}xx`;
      answers[by][name] = (answers[by][name] ?? 0) + 1;
      if (name !== '5xx') return;
      serverErrors += 1;
      note(`${by}: ${status} for ${what}`);
    },
    counts: () => ({
      done,
      answers,
      failures,
      serverErrors,
      reasons: [...reasons].map(([reason, times]) => (times === 1 ? reason : `${reason} (${times} times)`)),
      missing: kinds.flatMap((kind) =>
        work[kind]
          .filter((what) => done[kind][what] === 0 && what !== mayBeMissing)
          .map((what) => `${kind}: ${what}`),
      ),
    }),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && !(error instanceof ServiceError) ? error.cause.message : '';
  return [error.message, cause].filter((text) => text !== '').join(': ');
}
