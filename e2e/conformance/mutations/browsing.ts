import { answering, asking, askingAt, changing, type Mutation, pathOfRequest, without } from './mutation';
import { membersOf } from '../probe';
import { arrayOf, isObject, type Json, objectOf, textOf } from '../values';

/** Changes a list that is identified by the end of its path. */
function list(name: string, change: (body: Json, url: URL) => void): Mutation['mutate'] {
  return answering((body, request) => {
    const url = new URL(request.url);
    if (url.pathname.endsWith(`/${name}`) && body['@type'] === 'Collection') change(body, url);
    return undefined;
  });
}

const pageOf = (url: URL) => Number(url.searchParams.get('page') ?? '1');

const envelopes: readonly Mutation[] = [
  {
    name: 'a page that repeats a member and loses one',
    section: '§4',
    parts: ['collections'],
    mutate: (good, token) => {
      let first: unknown;
      return list('offers', (body, url) => {
        const members = arrayOf(body['member']);
        if (pageOf(url) === 1) first = members[0];
        else if (members.length > 0) members[0] = first;
      })(good, token);
    },
  },
  {
    name: 'a lost search',
    section: '§2.1',
    parts: ['collections'],
    mutate: list('offers', (body, url) => {
      if (pageOf(url) > 1) without(body, 'search');
    }),
  },
  {
    name: 'a search that leaves a filter out',
    section: '§2.1',
    parts: ['offers'],
    mutate: list('offers', ({ search }) => {
      if (!isObject(search)) return;
      search['mapping'] = arrayOf(search['mapping']).filter((one) => objectOf(one)['variable'] !== 'session');
    }),
  },
  {
    name: 'a wrong totalItems',
    section: '§4',
    parts: ['collections'],
    mutate: list('events', (body) => (body['totalItems'] = Number(body['totalItems']) + 1)),
  },
  {
    name: 'itemsPerPage ignored',
    section: '§4',
    parts: ['collections'],
    mutate: askingAt((url) => {
      if (url.searchParams.get('itemsPerPage') !== '100') url.searchParams.delete('itemsPerPage');
    }),
  },
  {
    name: 'a next that leads back to the first page',
    section: '§2.1',
    parts: ['collections'],
    mutate: list('products', ({ view }) => {
      if (isObject(view) && 'next' in view) view['next'] = view['first'];
    }),
  },
  {
    name: 'a collection of another @type',
    section: '§2.1',
    parts: ['collections'],
    mutate: list('catalogs', (body) => (body['@type'] = 'hydra:Collection')),
  },
  {
    name: 'a collection without its view',
    section: '§2.1',
    parts: ['collections'],
    mutate: list('sessions', (body) => without(body, 'view')),
  },
];

const fields: readonly Mutation[] = [
  {
    name: 'a null that is omitted: duration',
    section: '§2.4',
    parts: ['catalog'],
    mutate: changing('TicketingSession', (session) => without(session, 'duration')),
  },
  {
    name: 'a null that is omitted: availableQuantity',
    section: '§2.6',
    parts: ['catalog'],
    mutate: changing('TicketingOffer', (offer) => {
      if (offer['availableQuantity'] === null) without(offer, 'availableQuantity');
    }),
  },
  {
    name: 'a number for a decimal string',
    section: '§2.6',
    parts: ['catalog'],
    mutate: changing(
      'TicketingOfferPrice',
      (price) => (price['amountInclTax'] = Number(price['amountInclTax'])),
    ),
  },
  {
    name: 'an id that is no UUID',
    section: '§2.3',
    parts: ['catalog'],
    mutate: changing('TicketingEvent', (event) => (event['id'] = 17)),
  },
  {
    name: 'a timestamp without offset',
    section: '§2.4',
    parts: ['catalog'],
    mutate: changing(
      'TicketingSession',
      (session) => (session['occursAt'] = textOf(session['occursAt']).slice(0, 19)),
    ),
  },
  {
    name: 'a member without @type',
    section: '§2.5',
    parts: ['catalog'],
    mutate: changing('TicketingProduct', (product) => without(product, '@type')),
  },
  {
    name: 'a description that is null',
    section: '§2.3',
    parts: ['catalog'],
    mutate: changing('TicketingEvent', (event) => (event['description'] = null)),
  },
  {
    name: 'a reference that is an absolute URL',
    section: '§2.5',
    parts: ['catalog'],
    mutate: changing('TicketingProduct', (one) => (one['@id'] = `https://service.test${textOf(one['@id'])}`)),
  },
  {
    name: 'currency USD',
    section: '§2.7',
    parts: ['offers'],
    mutate: changing('TicketingOfferPrice', (price) => (price['currency'] = 'USD')),
  },
  {
    name: 'sessions on a ticket with date access',
    section: '§2.8',
    parts: ['offers'],
    mutate: answering((body) => {
      const tickets = membersOf({ body }).filter(isObject);
      const sessions = tickets.flatMap((ticket) => arrayOf(ticket['sessions']));
      for (const ticket of tickets) if (ticket['dateAccess'] === true) ticket['sessions'] = sessions;
      return undefined;
    }),
  },
  {
    name: 'a session inside a ticket without its event',
    section: '§2.8',
    parts: ['catalog'],
    mutate: changing('TicketingSession', (session) => without(session, 'event')),
  },
  {
    name: 'a single resource without @context',
    section: '§2',
    parts: ['catalog'],
    mutate: answering((body) => {
      if (body['@type'] === 'TicketingEvent') without(body, '@context');
      return undefined;
    }),
  },
  {
    name: 'a single resource that differs from the list',
    section: '§4.1',
    parts: ['catalog'],
    mutate: answering((body) => {
      if (body['@type'] === 'TicketingProduct') body['description'] = 'Another one';
      return undefined;
    }),
  },
];

function ignoring(parameter: string): Mutation['mutate'] {
  return askingAt((url) => url.searchParams.delete(parameter));
}

const rules: readonly Mutation[] = [
  ...['session', 'product', 'date'].map((parameter): Mutation => ({
    name: `the offers’ filter by ${parameter} ignored`,
    section: '§4.1',
    parts: ['offers'],
    mutate: ignoring(parameter),
  })),
  {
    name: 'order[date] the other way round',
    section: '§4.1',
    parts: ['offers'],
    mutate: askingAt((url) => {
      if (url.searchParams.has('order[date]')) url.searchParams.set('order[date]', 'desc');
    }),
  },
  {
    name: 'no offer at its short address',
    section: '§4.1',
    parts: ['offers'],
    mutate: askingAt((url) => (url.pathname = url.pathname.replace('/v1/ticketing/offers/', '/v1/nothing/'))),
  },
  {
    name: 'a price that is not the listed one',
    section: '§2.6',
    parts: ['offers'],
    mutate: answering((body, request) => {
      if (pathOfRequest(request).endsWith('/price')) body['amountInclTax'] = '99.99';
      return undefined;
    }),
  },
  {
    name: 'an unavailable language answered with one that is no default',
    section: '§4',
    parts: ['catalog'],
    mutate: asking((request) => {
      const changed = new Request(request);
      if (request.headers.get('accept-language') === 'tlh') changed.headers.set('accept-language', 'fr');
      return changed;
    }),
  },
];

export const browsingMutations: readonly Mutation[] = [...envelopes, ...fields, ...rules];
