import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../../../client/result';
import { idSchema } from '../../../contract/iri';
import type { Offer } from '../../../contract/offer';
import { isDay } from '../../../locale/calendar';
import type { Language } from '../../../locale/languages';
import { venueToday } from '../../../locale/venue-time';
import type { AppContext } from '../../../runtime/app-context';
import { isBookingOfCatalogs } from '../../../shop/data/booking-catalogs';
import { readHeldSales } from '../../../shop/data/held-sales-store';
import { readCheckout } from '../../../shop/flows/lookup/read-checkout';
import { includesCatalog } from '../../../shop/rules/staff-catalogs';
import { findOwnShift } from '../../../shop/data/shift-store';
import { forStaff, type Staff } from '../../common/account/for-staff';
import { type CatalogView, catalogView } from '../../common/catalogue/views';
import { atCounter } from '../../common/offer/counter-stock';
import { maximumPerHold } from '../../common/offer/offers';
import { isOfEvent, readSessionTypes } from '../../common/offer/session-types';
import type { TicketType } from '../../common/offer/ticket-types';
import { load } from '../../common/request/load';
import { startedExchange } from '../exchange/exchange';
import { type CounterTile, tilesOf } from './counter-tiles';

/** The most sessions of a catalogue and a day that are shown; of more, the last ones are found by product. */
const mostSessions = 100;

/** What of a catalogue can be sold on a day. */
export interface CounterCatalog {
  readonly catalog: CatalogView;
  readonly day: string;
  readonly tiles: readonly CounterTile[];
  readonly offers: readonly Offer[];
}

/** What is sold for one tile. */
export interface CounterTickets {
  readonly catalog: CatalogView;
  readonly day: string;
  readonly tile: CounterTile;
  readonly formId: string;
  readonly perHold: number;
  readonly types: readonly TicketType[];
  /** What needs another choice, too: sessions of several events, or a price that has to be asked for. */
  readonly others: readonly Offer[];
}

/** What the address asks for. `event` and `session` name a tile. */
type CounterQuery = Readonly<Record<'date' | 'catalogId' | 'sale' | 'event' | 'session', string | undefined>>;

/** What can be sold at the counter on a day: today when none is given. `catalogId`: of this catalogue only. */
export function readCounter(language: Language, { date, catalogId, sale, event, session }: CounterQuery) {
  return forStaff('sales:make by catalog', async (context) => {
    const { database } = context.checkoutContext;
    const mine = context.member.catalogs;
    const exchange = await startedExchange(context, sale);
    return {
      exchange,
      shift: await findOwnShift(database, context.member.id),
      country: context.config.counter.country,
      cart: await readCart(context, sale, language),
      heldSales: (await readHeldSales(database, mine)).filter(({ id }) => id !== sale),
      list: await load([], async () => {
        const { members } = await context.client.listCatalogs({ language });
        const catalogs = members
          .filter(({ id }) => includesCatalog(mine, id))
          .map((catalog) => catalogView(catalog, language));
        const day = date !== undefined && isDay(date) ? date : undefined;
        const chosen = catalogs.filter(({ id }) => id === catalogId);
        const shown = await Promise.all(
          (chosen.length === 0 ? catalogs : chosen).map((one) => readDay(context, one, day, language)),
        );
        return {
          catalogs,
          chosenId: chosen[0]?.id ?? null,
          day: day ?? null,
          shown,
          tickets: await readTickets(
            context,
            shown,
            { event, session, products: exchange?.units.quantities },
            language,
          ),
        };
      }),
    };
  });
}

async function readDay(
  { client, catalogAdmin }: AppContext,
  catalog: CatalogView,
  wanted: string | undefined,
  language: Language,
): Promise<CounterCatalog> {
  const day = wanted ?? venueToday(new Date(), catalog.timezone);
  const call = { language };
  const [found, sessions] = await Promise.all([
    client.listOffers(catalog.id, { date: day }, call),
    // Catalogues of other issuers, and shops without this client, are sold by product.
    catalogAdmin?.pageOfSessionsOfDay(catalog.id, { day, page: 1, size: mostSessions }, call),
  ]);
  const offers = found.kind === 'found' ? found.value.members.map(atCounter) : [];
  if (sessions?.kind !== 'found') return { catalog, day, offers, tiles: [] };
  const { members, totalItems } = sessions.value;
  return { catalog, day, offers, tiles: tilesOf(members, members.length === totalItems, offers) };
}

/**
 * For the chosen tile, or the first one that is not sold out; null: there is none. `products`: of tickets that are exchanged, whose
 * event comes first.
 */
async function readTickets(
  context: AppContext,
  shown: readonly CounterCatalog[],
  {
    event,
    session,
    products,
  }: Pick<CounterQuery, 'event' | 'session'> & { products: ReadonlyMap<string, number> | undefined },
  language: Language,
): Promise<CounterTickets | null> {
  const all = shown.flatMap(({ tiles, ...of }) => tiles.map((tile) => ({ ...of, tile })));
  const isChosen = ({ tile }: (typeof all)[number]) =>
    tile.eventId === event && tile.sessionId === (session ?? null);
  const isEarlier = ({ tile, offers }: (typeof all)[number]) =>
    offers.some((offer) => products?.has(offer.product.id) === true && isOfEvent(tile.eventId, offer));
  const [first] = all
    .filter(({ tile }) => tile.left !== 0)
    .sort((a, b) => Number(isEarlier(b)) - Number(isEarlier(a)) || moment(a.tile) - moment(b.tile));
  const one = all.find(isChosen) ?? first;
  if (one === undefined) return null;
  const { catalog, day, tile, offers: ofDay } = one;
  const { eventId, sessionId, left } = tile;
  const call = { language };
  const found =
    sessionId === null ? null : await context.client.listOffers(catalog.id, { session: sessionId }, call);
  const offers = found === null ? ofDay : found.kind === 'found' ? found.value.members.map(atCounter) : [];
  const perHold = maximumPerHold(context, catalog.id, 'counter');
  const ofTile = { catalogId: catalog.id, eventId, call };
  const of = { session: sessionId === null ? null : { availableQuantity: left }, perHold };
  const only = await needingOnly(context, ofTile, sessionId, offers);
  const types = await readSessionTypes(context, ofTile, { ...of, offers: only });
  const others = offers.filter((offer) => !types.some((type) => type.offer === offer));
  return { catalog, day, tile, formId: randomUUID(), perHold, types, others };
}

/**
 * Those offers for which nothing but this session is to be chosen: also a ticket for an exhibition with one for the museum, which
 * is valid all day. Only the tickets of an offer tell that, so they are read for those over several events.
 */
export async function needingOnly(
  { client }: AppContext,
  { catalogId, eventId, call }: { catalogId: string; eventId: string; call: CallOptions },
  sessionId: string | null,
  offers: readonly Offer[],
): Promise<Offer[]> {
  const isOnly = await Promise.all(
    offers.map(async (offer) => {
      if (isOfEvent(eventId, offer)) return true;
      if (sessionId === null) return false;
      const found = await client.listTickets(catalogId, offer.id, call);
      if (found.kind === 'missing') return false;
      return found.value.members.every(
        ({ dateAccess, sessions }) => dateAccess || sessions.some(({ id }) => id === sessionId),
      );
    }),
  );
  return offers.filter((_, index) => isOnly[index]);
}

const moment = ({ occursAt }: CounterTile) =>
  occursAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(occursAt);

/** What is in the open sale already; null: it is none, or over. */
async function readCart(
  { checkoutContext, member }: Staff<'sales:make by catalog'>,
  sale: string | undefined,
  language: Language,
) {
  const id = idSchema.safeParse(sale).data;
  if (id === undefined || !(await isBookingOfCatalogs(checkoutContext.database, id, member.catalogs)))
    return null;
  const view = await readCheckout(checkoutContext, id, language);
  if (view?.checkout.channel !== 'counter' || !view.checkout.holdAlive) return null;
  const { checkout, items, due } = view;
  return checkout.state === 'held' ? { id: checkout.id, items, due } : null;
}

type Read = Extract<Awaited<ReturnType<typeof readCounter>>, { kind: 'staff' }>['value'];
export type CounterCart = NonNullable<Read['cart']>;
export type CounterList = Extract<Read['list'], { kind: 'loaded' }>['value'];
