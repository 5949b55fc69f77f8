import type { VisitorList } from '@/lib/contract/visitor-list';
import type { TicketingServer } from './service';
import type { WireAnswer, WireRequest } from '@/testing/faults/wire';

type Server = Pick<TicketingServer, 'orders' | 'tickets' | 'programme' | 'mostPerPage'>;

/** The tickets of a session with who comes, by id, which goes beyond the specification; so many as a page has. */
export function visitorsRoute(
  { orders, tickets, programme, mostPerPage }: Server,
  { query }: Pick<WireRequest, 'query'>,
): WireAnswer {
  const session = programme.find((one) => one.session.endsWith(`/${query.get('session')}`));
  if (tickets.support === 'none' || session === undefined) return { status: 404, body: {} };
  const after = query.get('after') ?? '';
  const all = orders.flatMap((order) =>
    order.items
      .filter(({ offerTickets }) => offerTickets.some((one) => one.session === session.session))
      .flatMap((item) => (item.tickets ?? []).flatMap((path) => tickets.all.get(path) ?? []))
      .map(({ id, status, redeemedAt }) => ({
        id,
        order: order['@id'],
        externalReference: order.externalReference ?? null,
        holder: null,
        customer: { firstname: 'Ada', lastname: 'Martin' },
        tariff: 'Adult',
        name: 'Boat',
        seat: null,
        status,
        redeemedAt,
        answers: [],
      })),
  );
  const following = all.filter(({ id }) => id > after).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const list: VisitorList = {
    '@id': '/.well-known/genid/1',
    '@type': 'VisitorList',
    event: 'Harbour walk',
    session: session.session,
    occursAt: session.occursAt,
    day: session.occursAt.slice(0, 10),
    timezone: 'Europe/Paris',
    visitors: following.slice(0, mostPerPage),
    more: following.length > mostPerPage,
  };
  return { status: 200, body: list };
}
