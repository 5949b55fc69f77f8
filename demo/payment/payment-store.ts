import { z } from 'zod';
import { readIfThere, writeAtomically } from '../common/files';
import type { PaymentRecords } from '@/testing/fakes/stripe/records';
import {
  ANSWER_LIFE_MS,
  applyTo,
  emptyMaps,
  type PaymentMaps,
  type PaymentStore,
} from '@/testing/fakes/stripe/store';

const EVENT_LIFE_MS = 30 * 86_400_000;

const records = <K extends keyof PaymentRecords>() =>
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
  disputes: records<'disputes'>().default([]),
  warnings: records<'warnings'>().default([]),
  payouts: records<'payouts'>().default([]),
  faults: records<'faults'>().default([]),
});

/** Opens the payments stored in `path`; a missing file means none. `now` is in milliseconds. */
export async function openPaymentStore(path: string, now: number): Promise<PaymentStore> {
  const text = await readIfThere(path);
  const maps = text === null ? emptyMaps() : readMaps(text, path);
  forgetOld(maps, now);
  const changes = sharedWrites(() => writeAtomically(path, fileText(maps)));
  return {
    state: maps,
    apply: (change) => {
      applyTo(maps, change);
      changes.mark();
    },
    saved: changes.settled,
  };
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function readMaps(text: string, path: string): PaymentMaps {
  try {
    const file = fileSchema.parse(JSON.parse(text));
    return {
      sessions: byId(file.sessions),
      intents: byId(file.intents),
      refunds: byId(file.refunds),
      disputes: byId(file.disputes),
      warnings: byId(file.warnings),
      payouts: byId(file.payouts),
      events: byId(file.events),
      deliveries: byId(file.deliveries),
      answers: byId(file.answers),
      faults: byId(file.faults),
    };
  } catch (error) {
    throw new Error(`${path} is not as the demonstration wrote it; delete it to start without payments.`, {
      cause: error,
    });
  }
}

function fileText(maps: PaymentMaps): string {
  const lists = Object.entries(maps).map(([kind, map]) => [kind, [...map.values()]]);
  return JSON.stringify({ version: 1, ...Object.fromEntries(lists) });
}

function forgetOld({ answers, deliveries, events }: PaymentMaps, now: number): void {
  for (const { id, created } of answers.values()) {
    if (created * 1000 < now - ANSWER_LIFE_MS) answers.delete(id);
  }
  for (const { id, dueAt, state, eventId } of deliveries.values()) {
    if (state === 'pending' || dueAt > now - EVENT_LIFE_MS) continue;
    deliveries.delete(id);
    events.delete(eventId);
  }
}

/** One write at a time. A decision during a write is part of the next write, and its callers wait for that one. */
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
