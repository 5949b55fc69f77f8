import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { Client } from '../../../client/client';
import { idSchema } from '../../../contract/iri';
import type { OfferAvailability } from '../../../contract/offer';
import { daySchema, instantSchema } from '../../../contract/values';
import type { Session } from '../../../contract/session';
import { availabilityText, sessionWords, type AvailabilityText } from '../../../locale/availability';
import { languages } from '../../../locale/languages';
import { load, need, noteShownAt, type Loaded } from '../../common/request/load';
import { fillsTimes, reachedReadLimit, surelyAfterEnd, surelyBefore } from './session-days';

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

type AvailabilityQuery = z.infer<typeof querySchema>;

/** What a URL asks for: the sessions of an event's day, or an offer with the sessions of its tickets. */
export function readAvailabilityQuery(parameters: URLSearchParams): AvailabilityQuery | null {
  return querySchema.safeParse(Object.fromEntries(parameters)).data ?? null;
}

/** What is left of a session or an offer. */
type Stock = Pick<Session, 'id' | 'availableQuantity' | 'mayReturn' | 'status'>;

function stockOf(id: string, { availableQuantity, mayReturn, status }: OfferAvailability): Stock {
  return { id, availableQuantity, mayReturn, status: status === 'CLOSED' ? 'not_on_sale' : undefined };
}

async function readQuantities(client: Client, query: AvailabilityQuery): Promise<readonly Stock[]> {
  const call = { language: query.language };
  if ('event' in query) {
    const { day, time } = query;
    // On a day with thousands of sessions a page shows some of them, starting at a given time.
    const page =
      time === undefined
        ? { from: surelyBefore(day), enough: reachedReadLimit }
        : { from: time, enough: fillsTimes };
    const range = { ...page, before: surelyAfterEnd(day) };
    return need(await client.listSessions(query.catalog, query.event, range, call)).members;
  }
  const [offer, tickets] = await Promise.all([
    client.getOfferAvailability(query.catalog, query.offer, call),
    client.listTickets(query.catalog, query.offer, call),
  ]);
  const sessions = need(tickets).members.flatMap((ticket) => ticket.sessions);
  const own = offer.kind === 'found' ? [stockOf(query.offer, offer.value)] : [];
  return [...sessions, ...own];
}

/** How much is left now, in words, by the identifier of the session or offer. */
export function loadAvailability(
  query: AvailabilityQuery,
): Promise<Loaded<Record<string, AvailabilityText>>> {
  return load([query.catalog], async ({ client }) => {
    noteShownAt(new Date());
    const quantities = await readQuantities(client, query);
    const t = await getTranslations({ locale: query.language, namespace: 'shop.state' });
    return Object.fromEntries(quantities.map((one) => [one.id, availabilityText(t, sessionWords(one))]));
  });
}
