import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Localized } from './answer';
import { listRoute, route } from './route';

const response = z.object({ '@type': z.literal('Boat'), seats: z.int() }).meta({ id: 'Boat' });
const boat = { '@type': 'Boat', seats: 12 } as const;
const row = {
  method: 'GET',
  summary: 'One boat',
  tag: { name: 'Boats', description: 'Boats.' },
  section: null,
  scope: 'catalog:read',
} as const;
const call = {
  params: {},
  query: undefined,
  body: undefined,
  bodyHash: null,
  acceptLanguage: null,
  ifMatch: null,
  principal: { organization: { id: '1', name: 'reseller' }, scopes: [] },
  page: { number: 2, size: 1, skip: 1 },
  signal: new AbortController().signal,
};
const address = { path: '/boats', search: new URLSearchParams('page=2&itemsPerPage=1') };

describe('a route', () => {
  it('answers with the context of its schema and what handle returns', async () => {
    const handle = () => Promise.resolve(boat);
    const get = route({ ...row, path: '/boats/{id}', response, handle })('getBoat', null);
    const { status, body, language } = await get.answer(call, address);
    expect([status, JSON.stringify(body), language]).toEqual([
      200,
      '{"@context":"/contexts/Boat","@type":"Boat","seats":12}',
      undefined,
    ]);
  });

  it('answers a POST with 201, and gives the language of a localized body', async () => {
    const handle = () => Promise.resolve(new Localized(boat, 'fr'));
    const post = route({ ...row, method: 'POST', path: '/boats/_bulk', response, handle })('getBoat', null);
    expect(await post.answer(call, address)).toEqual({
      status: 201,
      body: { '@context': '/contexts/Boat', ...boat },
      language: 'fr',
    });
  });

  it('with a list wraps its members in the envelope', async () => {
    const query = z.object({ seats: z.string().optional() });
    const handle = () => Promise.resolve({ totalItems: 3, member: [boat] });
    const list = listRoute({ ...row, path: '/boats', query, response, handle })('getBoat', null);
    const { body } = await list.answer(call, address);
    expect(body).toMatchObject({
      '@context': '/contexts/Boat',
      '@id': '/boats',
      '@type': 'Collection',
      totalItems: 3,
      member: [boat],
      view: { '@id': '/boats?page=2&itemsPerPage=1', next: '/boats?itemsPerPage=1&page=3' },
      search: { template: '/boats{?seats}' },
    });
  });

  it('needs a schema with an id', () => {
    const unnamed = z.object({ seats: z.int() });
    const make = () =>
      route({ ...row, path: '/boats', response: unnamed, handle: () => Promise.resolve(boat) });
    expect(make).toThrow('needs an id');
  });

  it('compiles only with the response that its schema describes', () => {
    const path = '/boats/{id}';
    // @ts-expect-error -- a number is missing
    route({ ...row, path, response, handle: () => Promise.resolve({ '@type': 'Boat' }) });
    const wrong = new Localized({ ...boat, seats: '12' }, 'en');
    // @ts-expect-error -- another type
    route({ ...row, path, response, handle: () => Promise.resolve(wrong) });
    // @ts-expect-error -- one resource is no list
    listRoute({ ...row, path, response, handle: () => Promise.resolve(boat) });
    const handle = (_: unknown, { query }: { query: { seats: string } }) =>
      Promise.resolve({ ...boat, seats: query.seats.length });
    // @ts-expect-error -- the query has no schema
    route({ ...row, path, response, handle });
    // @ts-expect-error -- the example is of another shape
    expect(response.meta({ id: 'Boat', example: { seats: 1 } }).meta()?.id).toBe('Boat');
  });
});
