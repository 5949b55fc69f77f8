import { answering, asking, type Mutation, json, pathOfRequest } from './mutation';

/** Treats a request as the first organization's if `when` says so. */
function as(when: (path: string, request: Request) => boolean): Mutation['mutate'] {
  return (good, token) => {
    const mutate = asking((request) => {
      if (!when(pathOfRequest(request), request)) return request;
      const changed = new Request(request);
      changed.headers.set('authorization', `Bearer ${token}`);
      return changed;
    });
    return mutate(good, token);
  };
}

const isOrder = (path: string) => /^\/v1\/booking\/orders\/[0-9a-f-]{36}$/.test(path);
const isReservation = (path: string) => /^\/v1\/booking\/reservations\/[0-9a-f-]{36}$/.test(path);
const isDocument = (path: string) => path.includes('/documents/');

const organizations: readonly Mutation[] = [
  {
    name: 'a foreign reservation readable',
    section: '§4.3',
    parts: ['isolation'],
    mutate: as(isReservation),
  },
  {
    name: 'a foreign reservation in a list',
    section: '§4.3',
    parts: ['isolation'],
    mutate: as((path, { method }) => path === '/v1/booking/reservations' && method === 'GET'),
  },
  { name: 'a foreign order readable', section: '§4.5', parts: ['isolation'], mutate: as(isOrder) },
  {
    name: 'a foreign order in a list',
    section: '§4.5',
    parts: ['isolation'],
    mutate: as((path, { method }) => path === '/v1/booking/orders' && method === 'GET'),
  },
  { name: 'a foreign document', section: '§4.6', parts: ['isolation'], mutate: as(isDocument) },
];

const tokens: readonly Mutation[] = [
  {
    name: 'a token not required',
    section: '§5',
    parts: ['authentication'],
    mutate: as((_, { headers }) => !headers.has('authorization')),
  },
  {
    name: 'any token accepted',
    section: '§5',
    parts: ['authentication'],
    mutate: as((_, { headers }) => headers.has('authorization')),
  },
  {
    name: 'one URL without authentication',
    section: '§5',
    parts: ['authentication'],
    mutate: as((path) => path.endsWith('/price')),
  },
  {
    name: 'a sign-in page instead of a refusal',
    section: '§5',
    parts: ['authentication'],
    mutate: (good) => async (request) => {
      const response = await good(request);
      return response.status === 401
        ? new Response(null, { status: 302, headers: { location: 'https://login.test/' } })
        : response;
    },
  },
];

const errors: readonly Mutation[] = [
  {
    name: 'a 404 that is HTML',
    section: '§1',
    parts: ['errors'],
    mutate: (good) => async (request) => {
      const response = await good(request);
      if (response.status !== 404) return response;
      return new Response('<h1>Not Found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
    },
  },
  {
    name: '200 with an error body',
    section: '§7',
    parts: ['errors', 'throughout'],
    whole: true,
    mutate: answering((_, __, status) => (status === 404 ? 200 : undefined)),
  },
  {
    name: 'an invalid body that causes a server error',
    section: '§1',
    parts: ['errors'],
    mutate: (good) => async (request) => {
      const response = await good(request);
      return response.status === 400 ? json({ '@type': 'Error', status: 500 }, 500) : response;
    },
  },
  {
    name: 'a resource outside /v1/',
    section: '§9',
    parts: ['errors', 'throughout'],
    whole: true,
    mutate: (good) => async (request) => {
      const response = await good(request);
      if (response.status !== 200) return response;
      const text = (await response.text()).replaceAll('"@id":"/v1/ticketing/', '"@id":"/ticketing/');
      return new Response(text, response);
    },
  },
  {
    name: 'plain HTTP answered',
    section: '§8',
    parts: ['transport'],
    mutate: (good) => good,
    plain: { status: 200, type: 'application/ld+json', body: '{"@type":"Collection"}' },
  },
  {
    name: 'plain HTTP redirected',
    section: '§8',
    parts: ['transport'],
    mutate: (good) => good,
    plain: { status: 301, type: 'text/html', body: '' },
  },
];

export const transportMutations: readonly Mutation[] = [...organizations, ...tokens, ...errors];
