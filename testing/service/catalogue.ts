import { randomUUID } from 'node:crypto';
import { collection } from './collection';
import { sessionResource } from './resources';
import type { ProgrammeSession, TicketingServer } from './service';
import { visitorsRoute } from './visitors';
import type { WireAnswer, WireRequest } from '@/testing/faults/wire';

export const productId = randomUUID();
const formId = randomUUID();

const ok = (body: unknown): WireAnswer => ({ status: 200, body });

type Server = Pick<
  TicketingServer,
  | 'hasExtensions'
  | 'cancelling'
  | 'catalogId'
  | 'priceOf'
  | 'programme'
  | 'questions'
  | 'venue'
  | 'meetingPoint'
  | 'item'
  | 'orders'
  | 'tickets'
  | 'mostPerPage'
>;
type Request = Pick<WireRequest, 'path' | 'query'>;

/** The catalogue's data of the one event and of every offer. */
export function catalogue(server: Server, request: Request, id: string): WireAnswer {
  const { path } = request;
  if (path.endsWith(`/catalogs/${server.catalogId}`)) {
    return ok({
      '@id': path,
      '@type': 'TicketingCatalog',
      id,
      // The specification mentions a language and a first import, but not their property names (§2.2).
      name: 'Harbour Museum',
    });
  }
  if (path.endsWith('/visitors')) return visitorsRoute(server, request);
  const list = listOf(server, request);
  if (list !== null) return list;
  if (path.includes('/sessions/')) {
    const known = server.programme.find(({ session }) => session === path);
    return ok(known === undefined ? sessionResource(path, usualMoment, 5) : sessionOf(known));
  }
  if (path.includes('/events/')) {
    const venue = server.venue === null ? {} : { venue: server.venue };
    return ok({
      '@id': path,
      '@type': 'TicketingEvent',
      id,
      name: 'Harbour walk',
      description: '',
      ...venue,
      ...(server.meetingPoint === null ? {} : { meetingPoint: server.meetingPoint }),
    });
  }
  if (path.includes('/offers/')) return ok(offerResource(server, path));
  if (path.includes('/products/')) {
    const forms = server.questions.length > 0 ? [`/v1/forms/${formId}`] : [];
    const { hasExtensions, cancelling } = server;
    const rule = hasExtensions ? { cancellation: cancelling.productRule } : {};
    return ok({ ...productResource(path), forms, ...rule });
  }
  if (path === `/v1/forms/${formId}`) {
    return ok({ '@id': path, '@type': 'Form', id, code: 'visitor', fields: server.questions });
  }
  return { status: 404, body: {} };
}

const usualMoment = '2030-05-04T14:30:00+02:00';

const sessionOf = ({ session, occursAt, status }: ProgrammeSession) => ({
  ...sessionResource(session, occursAt, 5),
  ...(status === undefined ? {} : { status }),
});

/** The sessions of the event, the offers for a session, and the tickets of an offer of the programme; null: no such list. */
function listOf(server: Server, request: Request): WireAnswer | null {
  const { path, query } = request;
  const { programme } = server;
  if (path.endsWith('/sessions')) return collection(request, programme.map(sessionOf));
  if (path.endsWith('/offers')) {
    const wanted = query.get('session');
    const offers = programme
      .filter(({ session }) => wanted === null || session.endsWith(`/${wanted}`))
      .map(({ offer }) => offerResource(server, offer));
    return collection(request, offers);
  }
  const ofOffer = programme.filter(({ offer }) => path === `${offer}/tickets`);
  if (ofOffer.length === 0) return null;
  const id = randomUUID();
  const ticket = {
    '@id': `${path}/${id}`,
    '@type': 'TicketingOfferTicket',
    id,
    name: 'Adult',
    description: '',
  };
  return collection(request, [{ ...ticket, dateAccess: false, sessions: ofOffer.map(sessionOf) }]);
}

function productResource(path: string) {
  return { '@id': path, '@type': 'TicketingProduct', id: productId, name: 'Adult', description: '' };
}

function offerResource(server: Server, path: string) {
  const { priceOf, programme } = server;
  const date = (programme.find(({ offer }) => offer === path)?.occursAt ?? usualMoment).slice(0, 10);
  return {
    '@id': path,
    '@type': 'TicketingOffer',
    id: path.slice(path.lastIndexOf('/') + 1),
    date,
    availableQuantity: 5,
    realtimePriceRequired: false,
    price: {
      '@type': 'TicketingOfferPrice',
      amountInclTax: priceOf(path),
      originalAmountInclTax: priceOf(path),
      currency: 'EUR',
      syncAt: usualMoment,
    },
    product: productResource(`${path}/p`),
    tickets: server.venue === null ? [] : ticketsOf(server),
  };
}

/** The ticket of the usual offer, with its event. */
function ticketsOf({ item, programme }: Server) {
  const event = programme[0]?.session.replace(/\/sessions\/.*/, '');
  return item(1).ticketSessions.map(({ ticket }) => ({
    '@id': ticket,
    '@type': 'TicketingOfferTicket',
    id: ticket.slice(ticket.lastIndexOf('/') + 1),
    name: 'Adult',
    description: '',
    event,
  }));
}
