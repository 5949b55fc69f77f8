import { randomInt } from 'node:crypto';
import { type APIRequestContext, request } from '@playwright/test';
import { z } from 'zod';
import { fetchToken } from '../demo/identity/fetch-token';
import { findSecrets } from '../demo/common/secrets';
import { address } from './shop';

const member = z.object({
  '@id': z.string(),
  name: z.string().nullish(),
  product: z.object({ name: z.string() }).optional(),
  dateAccess: z.boolean().optional(),
  occursAt: z.string().optional(),
  availableQuantity: z.number().nullable().optional(),
});
const listSchema = z.object({ member: z.array(member) });
const heldSchema = z.object({ reservations: z.array(z.object({ '@id': z.string() })).min(1) });
const orderedSchema = z.object({
  orders: z.array(z.object({ items: z.array(z.object({ tickets: z.array(z.string()) })) })).min(1),
});
const ticketSchema = z.object({
  '@id': z.string(),
  session: z.string().nullable(),
  barcode: z.object({ value: z.string() }),
});

/** A ticket that was sold, with what is scanned. */
export interface SoldTicket {
  readonly path: string;
  readonly code: string;
}

/** Tickets of one exhibition, two days from now, as the shop would order them. */
export interface SoldTickets {
  readonly day: string;
  /** The value of the first session in the form of the page. */
  readonly visit: string;
  /** For the first of two sessions, each of an order of its own. */
  readonly single: readonly SoldTicket[];
  /** For the same session, of one order. */
  readonly group: readonly SoldTicket[];
  /** For the other session of that day. */
  readonly otherSession: SoldTicket;
  /** For the day after. */
  readonly otherDay: SoldTicket;
  /** For the first session, at the reduced price, of the only customer with the name `visitor`. */
  readonly reduced: SoldTicket;
  readonly visitor: string;
  readonly cancel: (ticket: SoldTicket) => Promise<void>;
  readonly statusOf: (ticket: SoldTicket) => Promise<string>;
  readonly close: () => Promise<void>;
}

async function openService(): Promise<APIRequestContext> {
  const secrets = await findSecrets(address('E2E_DATA'));
  if (secrets === null) throw new Error('the demo has no secrets');
  const clientId = 'demo-storefront';
  const token = await fetchToken({
    demoUrl: address('E2E_DEMO'),
    clientId,
    clientSecret: secrets.clients[clientId],
  });
  return request.newContext({
    baseURL: address('E2E_SERVICE'),
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  });
}

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function ticketing(service: APIRequestContext) {
  const read = async (path: string): Promise<unknown> => (await service.get(path)).json();
  const list = async (path: string) => listSchema.parse(await read(path)).member;
  const send = async (path: string, data: unknown): Promise<unknown> =>
    (await service.post(path, { data })).json();
  /** The sessions of a day, the one with the most left first. */
  const sessionsOn = async (event: string, day: string) => {
    const sessions = await list(`${event}/sessions?occursAt[after]=${day}&itemsPerPage=100`);
    const left = ({ availableQuantity = 0 }: (typeof sessions)[number]) => availableQuantity ?? Infinity;
    return sessions
      .filter(({ occursAt }) => occursAt?.startsWith(day) === true)
      .toSorted((a, b) => left(b) - left(a));
  };
  /** Orders so many tickets for a session; resolves to those that are for this session. */
  const order = async (
    catalog: string,
    session: string,
    quantity: number,
    { tariff = 'full price', lastname = 'Łukasz' } = {},
  ): Promise<SoldTicket[]> => {
    const offers = await list(`${catalog}/offers?session=${session.slice(-36)}`);
    const offer = offers.find(({ product }) => product?.name.includes(tariff) === true) ?? offers[0];
    if (offer === undefined) throw new Error(`no offer for ${session}`);
    const ticketSessions = (await list(`${offer['@id']}/tickets`)).map((ticket) =>
      ticket.dateAccess === true ? { ticket: ticket['@id'] } : { ticket: ticket['@id'], session },
    );
    const items = [{ quantity, offer: offer['@id'], ticketSessions }];
    const held = heldSchema.parse(await send('/v1/booking/reservations/_bulk', { items }));
    const { orders } = orderedSchema.parse(
      await send('/v1/booking/orders/_bulk', {
        reservations: held.reservations.map((one) => one['@id']),
        customer: {
          firstname: 'Zoë',
          lastname,
          email: 'door@example.test',
          country: 'FR',
          language: 'en',
        },
      }),
    );
    const paths = orders.flatMap(({ items: made }) => made.flatMap(({ tickets }) => tickets));
    const sold = await Promise.all(paths.map(async (path) => ticketSchema.parse(await read(path))));
    return sold.flatMap((one) =>
      one.session === session ? { path: one['@id'], code: one.barcode.value } : [],
    );
  };
  return { read, list, sessionsOn, order };
}

/** A day with two open sessions, and one of the next day: on one day of the week there are none. */
async function openDays<Session>(sessionsOn: (day: string) => Promise<Session[]>) {
  for (let days = 2; days < 9; days += 1) {
    const [first, second] = await sessionsOn(dayAfter(days));
    const [later] = await sessionsOn(dayAfter(days + 1));
    if (first !== undefined && second !== undefined && later !== undefined)
      return { day: dayAfter(days), first, second, later };
  }
  throw new Error('no open sessions');
}

export async function sellTickets(): Promise<SoldTickets> {
  const service = await openService();
  const { list, sessionsOn, order } = ticketing(service);
  const catalogs = await list('/v1/ticketing/catalogs');
  const catalog = catalogs.find(({ name }) => name?.startsWith('Lormeau'))?.['@id'] ?? '';
  const event = (await list(`${catalog}/events?name=blue`))[0]?.['@id'] ?? '';
  const { day, first, second, later } = await openDays((one) => sessionsOn(event, one));
  const one = async (session: string, who: Parameters<typeof order>[3] = {}) => {
    const [ticket] = await order(catalog, session, 1, who);
    if (ticket === undefined) throw new Error('no ticket was sold');
    return ticket;
  };
  const single: SoldTicket[] = [];
  for (let i = 0; i < 3; i += 1) single.push(await one(first['@id']));
  const visitor = `Ångström${randomInt(1e9)}`;
  return {
    day,
    reduced: await one(first['@id'], { tariff: 'reduced', lastname: visitor }),
    visitor,
    visit: `session:${first['@id'].slice(-36)}`,
    single,
    group: await order(catalog, first['@id'], 3),
    otherSession: await one(second['@id']),
    otherDay: await one(later['@id']),
    cancel: async ({ path }) => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      await service.patch(path, { data: JSON.stringify({ status: 'cancelled' }), headers });
    },
    statusOf: async ({ path }) =>
      z.object({ status: z.string() }).parse(await (await service.get(path)).json()).status,
    close: () => service.dispose(),
  };
}
