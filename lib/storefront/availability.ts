import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { idSchema } from '../contract/iri';
import { daySchema, instantSchema } from '../contract/values';
import type { Session } from '../contract/session';
import { isClosed, sessionWords } from '../locale/availability';
import { languages } from '../locale/languages';
import type { Found } from '../client/result';
import { fillsTimes } from './day-times';
import { load, type Loaded } from './load';
import { isFull, surelyAfterEnd, surelyBefore } from './session-days';

const querySchema = z.union([
  z.object({
    language: z.enum(languages),
    catalog: idSchema,
    event: idSchema,
    day: daySchema,
    time: instantSchema.optional(),
  }),
  z.object({ language: z.enum(languages), catalog: idSchema, offer: idSchema }),
]);

export type AvailabilityQuery = z.infer<typeof querySchema>;

/** What an address asks for: the sessions of an event's day, or an offer with the sessions of its tickets. */
export function readAvailabilityQuery(parameters: URLSearchParams): AvailabilityQuery | null {
  const parsed = querySchema.safeParse(Object.fromEntries(parameters));
  return parsed.success ? parsed.data : null;
}

/** Of a session or an offer. */
type Quantity = Pick<Session, 'id' | 'availableQuantity' | 'status'>;

function loadQuantities(query: AvailabilityQuery): Promise<Loaded<readonly Quantity[]>> {
  const call = { language: query.language };
  return load([query.catalog], async ({ client }): Promise<Found<readonly Quantity[]>> => {
    if ('event' in query) {
      const { day, time } = query;
      // Of a day with thousands of sessions a page shows some, from a moment on.
      const page =
        time === undefined ? { from: surelyBefore(day), enough: isFull } : { from: time, enough: fillsTimes };
      const range = { ...page, before: surelyAfterEnd(day) };
      const sessions = await client.listSessions(query.catalog, query.event, range, call);
      return sessions.kind === 'found' ? { kind: 'found', value: sessions.value.members } : sessions;
    }
    const [offer, tickets] = await Promise.all([
      client.getOfferAvailability(query.catalog, query.offer, call),
      client.listTickets(query.catalog, query.offer, call),
    ]);
    if (tickets.kind === 'missing') return tickets;
    const sessions = tickets.value.members.flatMap((ticket) => ticket.sessions);
    const own =
      offer.kind === 'found' ? [{ id: query.offer, availableQuantity: offer.value.availableQuantity }] : [];
    return { kind: 'found', value: [...sessions, ...own] };
  });
}

export interface LiveState {
  readonly text: string;
  readonly isSoldOut: boolean;
}

/** How much is left right now, in words, by the identifier of the session or offer. */
export async function loadAvailability(query: AvailabilityQuery): Promise<Loaded<Record<string, LiveState>>> {
  const loaded = await loadQuantities(query);
  if (loaded.kind !== 'loaded') return loaded;
  const t = await getTranslations({ locale: query.language, namespace: 'shop.state' });
  const states = loaded.value.map((quantity) => {
    const words = sessionWords(quantity);
    const text = 'count' in words ? t(words.kind, { count: words.count }) : t(words.kind);
    return [quantity.id, { text, isSoldOut: isClosed(words) }] as const;
  });
  return { kind: 'loaded', value: Object.fromEntries(states) };
}
