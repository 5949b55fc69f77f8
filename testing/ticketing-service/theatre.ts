import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { type SessionSeats, sessionSeatsSchema } from '@/lib/contract/seat';
import { type Callable, list } from './booking';
import type { TestService } from './test-service';

type Plan = NonNullable<Feed['seatPlans']>[number];
type Row = Plan['sections'][number]['rows'][number];

/** A row of seats 1 to `count`, a distance of 1 from each other, the middle at x = 0. */
export function seatRow(name: string, count: number, y: number, zone = '1'): Row {
  const seats = Array.from({ length: count }, (_, i) => ({
    name: String(i + 1),
    x: i - (count - 1) / 2,
    y,
    zone,
  }));
  return { name, seats };
}

/** Stalls with two rows of ten in the first zone, one of ten in the second, and two places for wheelchairs. */
export function smallPlan(change: Partial<Plan> = {}): Plan {
  const wheelchairs: Row = {
    name: 'W',
    seats: [
      { name: '1', x: -6, y: 1, zone: '1', wheelchair: true },
      { name: '2', x: -5, y: 1, zone: '1', companionOf: '1' },
    ],
  };
  return {
    key: 'hall',
    name: { en: 'Hall', fr: 'Salle' },
    stage: { x: 0, y: 0 },
    zones: [
      { key: '1', name: { en: 'Front' } },
      { key: '2', name: { en: 'Back' } },
    ],
    sections: [
      {
        key: 'stalls',
        name: { en: 'Stalls', fr: 'Parterre' },
        rows: [wheelchairs, seatRow('A', 10, 2), seatRow('B', 10, 3), seatRow('C', 10, 4, '2')],
      },
    ],
    ...change,
  };
}

/** A hall of 5,000 seats of one zone: a hundred rows of fifty. */
export function largePlan(): Plan {
  const rows = Array.from({ length: 100 }, (_, i) => seatRow(`R${i + 1}`, 50, i + 2));
  return smallPlan({ sections: [{ key: 'stalls', name: { en: 'Stalls' }, rows }] });
}

/** A theatre with a play in the hall on two evenings, and one without seats: products for each zone, and for any. */
export function theatreFeed(
  plan: Plan | null = smallPlan(),
  rule: Pick<Feed['products'][number], 'cancellation' | 'rebooking'> = {},
): Feed {
  const days = ['2027-06-01', '2027-06-02'];
  const product = (key: string, zone: string | null, price: string): Feed['products'][number] => ({
    key,
    name: { en: key, fr: key },
    vatRate: 0.1,
    ...rule,
    tickets: [{ key: 'seat', name: { en: 'Seat' }, event: 'play', dateAccess: false, zone: plan && zone }],
    offers: days.map((date) => ({ date, price, capacity: null })),
  });
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key: 'theatre',
      name: { en: 'Theatre', fr: 'Théâtre' },
      language: 'en',
      timezone: 'Europe/Paris',
      issuer: { name: 'T' },
    },
    seatPlans: plan === null ? [] : [plan],
    events: [
      {
        key: 'play',
        name: { en: 'Play', fr: 'Pièce' },
        sessions: days.map((day) => ({
          key: day,
          occursAt: `${day}T20:00:00+02:00`,
          capacity: null,
          seatPlan: plan?.key ?? null,
        })),
      },
    ],
    products: [product('front', '1', '30.00'), product('back', '2', '20.00'), product('any', null, '25.00')],
  };
}

/** Paths of what the tests book in the theatre, on 1 June 2027. */
export interface Seats {
  catalog: string;
  session: string;
  otherSession: string;
  /** An item of a product; `seats`: their names, without them the best ones. */
  item: (product: 'front' | 'back' | 'any', quantity: number, seats?: readonly string[]) => object;
  /** The same for the second evening. */
  otherItem: (product: 'front' | 'back' | 'any', quantity: number, seats?: readonly string[]) => object;
}

const ticketShape = z.object({ '@id': z.string(), sessions: z.array(z.object({ '@id': z.string() })) });

export function importTheatre(service: Callable, feed: Feed) {
  return service.call('POST', '/v1/ticketing/feeds', { body: feed, organization: 'theatre' });
}

export async function openSeats(service: Callable, feed = theatreFeed()): Promise<Seats> {
  const { status, body } = await importTheatre(service, feed);
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const { catalog } = z.object({ catalog: z.string() }).parse(body);
  const products = new Map(
    (await list(service, `${catalog}/products`)).map((one) => [String(one['name']), String(one['id'])]),
  );
  const placesOn = async (date: string) => {
    const places = new Map<string, { offer: string; ticket: string; session: string }>();
    for (const [name, id] of products) {
      const [offer] = await list(service, `${catalog}/offers?product=${id}&date=${date}`);
      const [ticket] = await list(service, `${String(offer?.['@id'])}/tickets`);
      const { '@id': path, sessions } = ticketShape.parse(ticket);
      places.set(name, { offer: String(offer?.['@id']), ticket: path, session: sessions[0]?.['@id'] ?? '' });
    }
    return places;
  };
  const [first, second] = [await placesOn('2027-06-01'), await placesOn('2027-06-02')];
  const itemsOf =
    (places: typeof first): Seats['item'] =>
    (product, quantity, seats) => {
      const place = places.get(product);
      if (place === undefined) throw new Error(`there is no product ${product}`);
      const { offer, ticket, session } = place;
      return {
        quantity,
        offer,
        ticketSessions: [{ ticket, session, ...(seats === undefined ? {} : { seats }) }],
      };
    };
  return {
    catalog,
    session: first.get('any')?.session ?? '',
    otherSession: second.get('any')?.session ?? '',
    item: itemsOf(first),
    otherItem: itemsOf(second),
  };
}

/** What the service says is taken of a session. */
export async function readSeats(service: Callable, session: string): Promise<SessionSeats> {
  return sessionSeatsSchema.parse((await service.call('GET', `${session}/seats`)).body);
}

const wrongRow = z.object({ wrong: z.int() });

/**
 * How many sessions have another number of taken seats than of held and sold units, and how many seats belong to no hold and
 * no ticket: always 0.
 */
export async function wrongSeatBooks({ database }: Pick<TestService, 'database'>): Promise<number> {
  const [found] = await database.rows(
    wrongRow,
    sql`select (
          select count(*)::int from ticketing.session
          join ticketing.counter on counter.catalog_id = session.catalog_id and counter.id = session.id
          where session.seat_plan_id is not null and counter.held + counter.sold <> (
            select count(*) from ticketing.taken_seat seat
            where seat.catalog_id = session.catalog_id and seat.session_id = session.id)
        ) + (
          select count(*)::int from ticketing.taken_seat seat
          where not exists (
            select from ticketing.hold
            where hold.catalog_id = seat.catalog_id and hold.counter_id = seat.session_id
              and hold.hold_id = seat.hold_id and seat.seat = any (hold.seats))
          and not exists (
            select from ticketing.item_ticket ticket
            join ticketing.booking_order on booking_order.catalog_id = ticket.catalog_id
              and booking_order.id = ticket.order_id
            where ticket.catalog_id = seat.catalog_id and ticket.session_id = seat.session_id
              and ticket.seat ->> 'name' = seat.seat and booking_order.reservation_id = seat.hold_id)
        ) as wrong`,
  );
  if (found === undefined) throw new Error('the books have no answer');
  return found.wrong;
}
