import { z } from 'zod';
import { readIfThere, writeAtomically } from '../files';
import type { Change, PaymentRecords, PaymentState } from './records';

export interface PaymentStore {
  readonly state: PaymentState;
  /** Makes a decision true. It is safe only once `saved` has resolved. */
  apply(change: Change): void;
  /** Resolves when everything applied so far is on disk. Callers that wait at the same time share one write. */
  saved(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Stripe forgets keys after at least a day and events after thirty. */
export const ANSWER_LIFE_MS = DAY_MS;
const EVENT_LIFE_MS = 30 * DAY_MS;

type Kind = keyof PaymentRecords;
type Maps = { readonly [K in Kind]: Map<string, PaymentRecords[K]> };

const records = <K extends Kind>() =>
  z.array(z.custom<PaymentRecords[K]>((value) => z.object({ id: z.string() }).safeParse(value).success));

const fileSchema = z.object({
  version: z.literal(1),
  sessions: records<'sessions'>(),
  intents: records<'intents'>(),
  refunds: records<'refunds'>(),
  events: records<'events'>(),
  deliveries: records<'deliveries'>(),
  answers: records<'answers'>(),
  // Files of earlier versions have none.
  troubles: records<'troubles'>().default([]),
  disputes: records<'disputes'>().default([]),
  warnings: records<'warnings'>().default([]),
});

/** Opens the payments kept in `path`, or none yet. `now` is in milliseconds. */
export async function openPaymentStore(path: string, now: number): Promise<PaymentStore> {
  const text = await readIfThere(path);
  const maps = text === null ? emptyMaps() : readMaps(text, path);
  forgetOld(maps, now);
  const changes = sharedWrites(() => writeAtomically(path, fileText(maps)));
  return {
    state: maps,
    apply: (change) => {
      put(maps.sessions, change.sessions);
      put(maps.intents, change.intents);
      put(maps.refunds, change.refunds);
      put(maps.disputes, change.disputes);
      put(maps.warnings, change.warnings);
      put(maps.events, change.events);
      put(maps.deliveries, change.deliveries);
      put(maps.answers, change.answers);
      put(maps.troubles, change.troubles);
      changes.mark();
    },
    saved: changes.settled,
  };
}

function put<Item extends { readonly id: string }>(
  map: Map<string, Item>,
  items: readonly Item[] = [],
): void {
  for (const item of items) map.set(item.id, item);
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function emptyMaps(): Maps {
  return {
    sessions: new Map(),
    intents: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    warnings: new Map(),
    events: new Map(),
    deliveries: new Map(),
    answers: new Map(),
    troubles: new Map(),
  };
}

function readMaps(text: string, path: string): Maps {
  try {
    const file = fileSchema.parse(JSON.parse(text));
    return {
      sessions: byId(file.sessions),
      intents: byId(file.intents),
      refunds: byId(file.refunds),
      disputes: byId(file.disputes),
      warnings: byId(file.warnings),
      events: byId(file.events),
      deliveries: byId(file.deliveries),
      answers: byId(file.answers),
      troubles: byId(file.troubles),
    };
  } catch (error) {
    throw new Error(`${path} is not as the demonstration wrote it; delete it to start without payments.`, {
      cause: error,
    });
  }
}

function fileText(maps: Maps): string {
  const lists = Object.entries(maps).map(([kind, map]) => [kind, [...map.values()]]);
  return JSON.stringify({ version: 1, ...Object.fromEntries(lists) });
}

function forgetOld({ answers, deliveries, events }: Maps, now: number): void {
  for (const { id, created } of answers.values()) {
    if (created * 1000 < now - ANSWER_LIFE_MS) answers.delete(id);
  }
  for (const { id, dueAt, state, eventId } of deliveries.values()) {
    if (state === 'pending' || dueAt > now - EVENT_LIFE_MS) continue;
    deliveries.delete(id);
    events.delete(eventId);
  }
}

/** One write at a time. What is marked while one is running goes into the next, and its askers wait for that. */
function sharedWrites(write: () => Promise<void>): { mark: () => void; settled: () => Promise<void> } {
  let dirty = false;
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const attempt = async (): Promise<void> => {
    dirty = false;
    try {
      await write();
    } catch (error) {
      dirty = true;
      throw error;
    }
  };
  const start = (): Promise<void> => {
    next = null;
    const running = attempt().finally(() => {
      if (current === running) current = null;
    });
    current = running;
    return running;
  };
  return {
    mark: () => {
      dirty = true;
    },
    settled: () => {
      if (next !== null) return next;
      if (!dirty) return current ?? Promise.resolve();
      if (current === null) return start();
      next = current.then(start, start);
      return next;
    },
  };
}
