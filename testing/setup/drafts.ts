import { type Draft, readDraft } from '@/lib/setup/draft';
import type { Result } from '@/lib/setup/result';
import { sessionsOf } from '@/lib/setup/session-view';

/** A draft of the quay, with these members. Nothing of it can be changed. */
export function draftWith(
  members: { events?: unknown[]; products?: unknown[]; catalog?: object } = {},
): Draft {
  const { events = [event()], products = [], catalog = {} } = members;
  const draft = readDraft({
    format: 'ticketing-feed/1',
    catalog: {
      key: 'quay',
      name: { en: 'Quay concerts' },
      language: 'en',
      timezone: 'Europe/Paris',
      issuer: { name: 'Quay concerts SAS' },
      ...catalog,
    },
    events,
    products,
  });
  if (draft === null) throw new Error('The draft has not the shape of one.');
  return frozen(draft);
}

export const event = (members: object = {}) => ({
  key: 'concert',
  name: { en: 'Concert' },
  sessions: [],
  ...members,
});

export const session = (occursAt: string, members: object = {}) => ({
  key: occursAt.slice(0, 16),
  occursAt,
  duration: 'PT60M',
  capacity: 100,
  ...members,
});

export const product = (prices: Readonly<Record<string, string>>, members: object = {}) => ({
  key: 'seat',
  name: { en: 'Seat' },
  vatRate: 0.1,
  tickets: [{ key: 'concert', name: { en: 'Concert' }, event: 'concert', dateAccess: false }],
  offers: Object.entries(prices).map(([date, price]) => ({ date, price, capacity: null })),
  ...members,
});

/** What a tool did; fails if it was refused. */
export function done<Done>(result: Result<Done>): { draft: Draft } & Done {
  if (result.kind === 'refused') throw new Error(`Refused: ${JSON.stringify(result.problems)}`);
  return { ...result, draft: frozen(result.draft) };
}

/** Why a tool was refused, as `field: problem`. */
export const refusal = (result: Result<unknown>) =>
  result.kind === 'refused' ? result.problems.map(({ field, problem }) => `${field}: ${problem}`) : [];

/** The sessions of an event as `2031-06-01 20:00`. */
export const timesOf = (draft: Draft, key = 'concert') =>
  sessionsOf(draft, key).map(({ day, time }) => `${day} ${time}`);

/** The price of each day that a product is offered on. */
export function pricesOf(draft: Draft, key = 'seat'): Record<string, string> {
  const found = draft.products.find((one) => (one as { key: string }).key === key);
  const { offers } = found as { offers: { date: string; price: string }[] };
  return Object.fromEntries(offers.map(({ date, price }) => [date, price]));
}

function frozen<Thing>(thing: Thing): Thing {
  if (typeof thing === 'object' && thing !== null && !Object.isFrozen(thing)) {
    Object.freeze(thing);
    for (const value of Object.values(thing)) frozen(value);
  }
  return thing;
}
