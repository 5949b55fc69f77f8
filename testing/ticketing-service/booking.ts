import { z } from 'zod';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import { boatAndMuseum } from './feed';
import type { TestService } from './test-service';

export const reservationsBulk = '/v1/booking/reservations/_bulk';
export const ordersBulk = '/v1/booking/orders/_bulk';
export const customer = {
  firstname: 'A',
  lastname: 'B',
  email: 'a@b.test',
  country: 'FR',
  language: 'fr',
};

/** Paths of the offers and sessions that the tests book, all on 1 June 2027. */
export interface Places {
  offer: string;
  boat: string;
  museum: string;
  /** The boat's sessions. */
  ten: string;
  afternoon: string;
  walkOffer: string;
  walkTicket: string;
  walkSession: string;
}

const memberSchema = z.object({ member: z.array(z.record(z.string(), z.unknown())) });
const withSessions = z.object({ sessions: z.array(z.object({ '@id': z.string() })) });

/** A service in this process or in another one, which can be called. */
export type Callable = Pick<TestService, 'call'>;

/** The members of a list. */
export async function list(service: Callable, path: string): Promise<Record<string, unknown>[]> {
  return memberSchema.parse((await service.call('GET', path)).body).member;
}

/** Imports the boat (with so many places for each departure) and the museum, as a catalogue with this key. */
export async function openPlaces(service: Callable, boatCapacity = 5, key = 'river'): Promise<Places> {
  const feed = boatAndMuseum({ boatCapacity });
  const body = { ...feed, catalog: { ...feed.catalog, key } };
  const imported = await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
  const { catalog } = z.object({ catalog: z.string() }).parse(imported.body);
  const [both, , walk] = await list(service, `${catalog}/products`);
  const offerOf = async (product: unknown) =>
    String((await list(service, `${catalog}/offers?product=${String(product)}&date=2027-06-01`))[0]?.['@id']);
  const [offer, walkOffer] = [await offerOf(both?.['id']), await offerOf(walk?.['@id'])];
  const [boat, museum] = await list(service, `${offer}/tickets`);
  const [walkTicket] = await list(service, `${walkOffer}/tickets`);
  const [ten, afternoon] = withSessions.parse(boat).sessions;
  return {
    offer,
    boat: String(boat?.['@id']),
    museum: String(museum?.['@id']),
    ten: ten?.['@id'] ?? '',
    afternoon: afternoon?.['@id'] ?? '',
    walkOffer,
    walkTicket: String(walkTicket?.['@id']),
    walkSession: withSessions.parse(walkTicket).sessions[0]?.['@id'] ?? '',
  };
}

/** An item of the boat and the museum. */
export function bothItem(places: Places, quantity = 1, session = places.ten) {
  return {
    quantity,
    offer: places.offer,
    ticketSessions: [{ ticket: places.boat, session }, { ticket: places.museum }],
  };
}

/** An item that is unlimited and free. */
export function freeItem({ walkOffer, walkTicket, walkSession }: Places) {
  return {
    quantity: 1,
    offer: walkOffer,
    ticketSessions: [{ ticket: walkTicket, session: walkSession }],
  };
}

/** Requests reservations; throws if the answer is not 201. */
export async function hold(service: Callable, items: unknown[], organization = 'reseller') {
  const { status, body } = await service.call('POST', reservationsBulk, { body: { items }, organization });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return createReservationsOutputSchema.parse(body);
}
