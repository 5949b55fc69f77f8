import type { Change, PaymentRecords, PaymentState } from './records';

export interface PaymentStore {
  readonly state: PaymentState;
  /** Applies a decision. It is kept only when `saved` has resolved. */
  apply(change: Change): void;
  /** Resolves when everything applied so far is kept, where it survives a crash. */
  saved(): Promise<void>;
}

/** Stripe forgets keys after at least a day. */
export const ANSWER_LIFE_MS = 86_400_000;

export type PaymentMaps = {
  readonly [Kind in keyof PaymentRecords]: Map<string, PaymentRecords[Kind]>;
};

export function emptyMaps(): PaymentMaps {
  return {
    sessions: new Map(),
    intents: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    warnings: new Map(),
    payouts: new Map(),
    events: new Map(),
    deliveries: new Map(),
    answers: new Map(),
    faults: new Map(),
  };
}

/** A store in memory, without persistence. */
export function memoryStore(maps: PaymentMaps): PaymentStore {
  return { state: maps, apply: (change) => applyTo(maps, change), saved: () => Promise.resolve() };
}

export function applyTo(maps: PaymentMaps, change: Change): void {
  put(maps.sessions, change.sessions);
  put(maps.intents, change.intents);
  put(maps.refunds, change.refunds);
  put(maps.disputes, change.disputes);
  put(maps.warnings, change.warnings);
  put(maps.payouts, change.payouts);
  put(maps.events, change.events);
  put(maps.deliveries, change.deliveries);
  put(maps.answers, change.answers);
  put(maps.faults, change.faults);
}

function put<Item extends { readonly id: string }>(
  map: Map<string, Item>,
  items: readonly Item[] = [],
): void {
  for (const item of items) map.set(item.id, item);
}
