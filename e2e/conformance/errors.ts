import { ordersPath, reservationsPath } from './booking';
import type { Check } from './check';
import { expectRefusal, expectSame, expectStatus, expectThat } from './expect';
import type { Exchange } from './probe';
import { isObject, jsonText } from './values';
import { orNothing } from './world';

const unknownId = '00000000-0000-4000-8000-000000000000';

function expectNotFound(answer: Exchange): void {
  expectStatus(answer, 'a 404 (or 403, 410) answer', (status) => [403, 404, 410].includes(status));
  expectThat(answer.body !== undefined, 'an error told in JSON', answer.text.slice(0, 300), answer);
}

const asked: readonly Check[] = [
  {
    section: '§1',
    title: 'a path that is not there is an error told in JSON',
    run: async (world) => {
      expectNotFound(await world.probe.get('/v1/there/is/no/such/path'));
      expectNotFound(await world.probe.get(`/v1/booking/orders/${unknownId}/nothing`));
    },
  },
  {
    section: '§1',
    title: 'what does not exist is an error told in JSON',
    run: async (world) => {
      const catalog = await world.catalog();
      const paths = [
        `/v1/ticketing/catalogs/${unknownId}`,
        `/v1/ticketing/catalogs/${unknownId}/events`,
        ...['events', 'products', 'offers'].map((part) => `${catalog}/${part}/${unknownId}`),
        `/v1/ticketing/offers/${unknownId}`,
        `${reservationsPath}/${unknownId}`,
        `${ordersPath}/${unknownId}`,
        `/v1/forms/${unknownId}`,
      ];
      for (const path of paths) expectNotFound(await world.probe.get(path));
      expectNotFound(await world.probe.patch(`${ordersPath}/${unknownId}/documents/${unknownId}`, {}));
    },
  },
  {
    section: '§1',
    title: 'an identifier that is no UUID is an error told in JSON',
    run: async (world) => {
      for (const id of ['1', 'x%27%20or%201=1', '%00']) {
        expectRefusal(await world.probe.get(`/v1/ticketing/offers/${id}`), 'no such offer');
        expectRefusal(await world.probe.get(`${ordersPath}/${id}`), 'no such order');
      }
    },
  },
  {
    section: '§1',
    title: 'a body that is no JSON, or not what is asked for, is an error told in JSON',
    run: async (world) => {
      for (const list of [reservationsPath, ordersPath]) {
        for (const raw of ['{', '', '[]', 'null', '"text"']) {
          const headers = { 'content-type': 'application/json' };
          const answer = await world.probe.request('POST', `${list}/_bulk`, { raw, headers });
          expectRefusal(answer, `the body is ${raw === '' ? 'empty' : raw}`);
        }
      }
    },
  },
  {
    section: '§1',
    title: 'a method that is not served is an error told in JSON',
    run: async (world) => {
      expectRefusal(
        await world.probe.request('DELETE', await world.catalog()),
        'a catalogue can’t be deleted',
      );
      expectRefusal(await world.probe.request('PUT', ordersPath, { raw: '{}' }), 'orders can’t be put');
    },
  },
  {
    section: '§4',
    title: 'page and itemsPerPage that are no numbers do no harm',
    run: async (world) => {
      for (const query of [
        'page=x',
        'itemsPerPage=x',
        'page=-1',
        'itemsPerPage=-1',
        'page=0',
        'page=99999999999',
      ]) {
        const answer = await world.probe.get(`/v1/ticketing/catalogs?${query}`);
        expectStatus(answer, `a 2xx or 4xx answer to ${query}`, (status) => status < 500 && status >= 200);
        expectThat(answer.body !== undefined, 'JSON', answer.text.slice(0, 300), answer);
      }
    },
  },
];

/** What all responses of the whole run have in common. These checks run last. */
const throughout: readonly Check[] = [
  {
    section: '§1',
    title: 'all answers are JSON, errors included',
    run: async (world) => {
      await orNothing(world.catalogs);
      for (const exchange of world.probe.exchanges) {
        const type = exchange.headers.get('content-type') ?? 'no content type';
        expectThat(exchange.body !== undefined, 'JSON', `${type}: ${exchange.text.slice(0, 200)}`, exchange);
      }
    },
  },
  {
    section: '§7',
    title: 'no answer says 2xx and tells of an error, and no error tells of another status',
    run: async (world) => {
      await orNothing(world.catalogs);
      for (const exchange of world.probe.exchanges) {
        if (!isObject(exchange.body)) continue;
        const { '@type': type, status } = exchange.body;
        const isError = ['Error', 'ConstraintViolationList', 'hydra:Error'].includes(String(type));
        expectThat(
          exchange.status >= 400 || !isError,
          'no error in a 2xx answer',
          jsonText(exchange.body),
          exchange,
        );
        if (exchange.status >= 400 && typeof status === 'number') {
          expectSame(status, exchange.status, 'the status in the body, that of the answer', exchange);
        }
      }
    },
  },
  {
    section: '§1',
    title: 'the server never failed',
    run: async (world) => {
      await orNothing(world.catalogs);
      for (const exchange of world.probe.exchanges) {
        expectStatus(
          exchange,
          'no 5xx answer, unless it is unavailable for a moment',
          (status) => status < 500 || status === 503,
        );
      }
    },
  },
  {
    section: '§9',
    title: 'the paths of resources begin with /v1/',
    run: async (world) => {
      await orNothing(world.catalogs);
      for (const exchange of world.probe.exchanges) {
        if (exchange.status < 300) checkPaths(exchange.body, exchange);
      }
    },
  },
];

// Resources whose URLs §4 lists. Parts of them may have an @id that is not a URL.
const addressed = /^(Ticketing(Catalog|Event|Session|Product|Offer|OfferTicket)|Booking\w+|Form|Collection)$/;

function checkPaths(value: unknown, exchange: Exchange): void {
  if (Array.isArray(value)) {
    for (const one of value) checkPaths(one, exchange);
  } else if (isObject(value)) {
    if (addressed.test(String(value['@type']))) {
      const id = value['@id'];
      expectThat(
        typeof id === 'string' && id.startsWith('/v1/'),
        'an @id that starts with /v1/',
        id,
        exchange,
      );
    }
    for (const one of Object.values(value)) checkPaths(one, exchange);
  }
}

export const errorChecks: readonly Check[] = asked;
export const throughoutChecks: readonly Check[] = throughout;
