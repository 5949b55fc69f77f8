import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Operation, parseHydraDocumentation, type Resource } from '@api-platform/api-doc-parser';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Described, startDescribed } from '@/testing/ticketing-service/description';

let described: Described;
let server: Server;
let address: string;

beforeAll(async () => {
  // The parser calls fetch; over loopback it reaches the same function that the TLS server calls.
  const listener = getRequestListener((request) => described.service.handle(request));
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  described = await startDescribed({ url: address });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  expect(described.service.unexpectedErrors).toEqual([]);
  await described.service.close();
});

const fieldNames = ({ fields }: Resource): string[] => {
  const named: { name: string }[] = fields ?? [];
  return named.map(({ name }) => name);
};
const told = ({ name, type, method, expects, returns }: Operation): unknown[] => [
  name,
  type,
  method,
  expects,
  returns,
];

describe('API Platform’s parser', () => {
  it('finds every resource at which a client can begin, its fields, operations and filters', async () => {
    const complaints = vi.spyOn(console, 'error');
    const token = await described.service.token();
    const headers = { authorization: `Bearer ${token}` };
    const { api, status } = await parseHydraDocumentation(`${address}/`, { headers });
    expect([status, complaints.mock.calls]).toEqual([200, []]);
    const vocabulary = `${address}/docs.jsonld#`;
    const lists = described.service.routes.filter(({ list, path }) => list && !path.includes('{'));
    expect(api.resources?.map(({ id, url }) => [id, url])).toEqual(
      lists.map(({ type, path }) => [`${vocabulary}${type}`, `${address}${path}`]),
    );
    const orders = api.resources?.find(({ title }) => title === 'BookingOrder');
    if (!orders?.getParameters) throw new Error('no orders');
    expect(fieldNames(orders)).toEqual(
      expect.arrayContaining(['id', 'createdAt', 'reference', 'items', 'documents', 'reservation']),
    );
    expect(orders.fields?.find(({ name }) => name === 'createdAt')).toMatchObject({ type: 'dateTime' });
    expect(orders.fields?.find(({ name }) => name === 'reservation')?.reference).toMatchObject({
      title: 'BookingReservation',
    });
    expect(orders.operations?.map(told)).toEqual([
      [
        'Turn reservations into orders',
        'create',
        'POST',
        `${vocabulary}CreateOrdersInput`,
        `${vocabulary}CreateOrderBulkOutput`,
      ],
      [
        'The orders of the organization',
        'list',
        'GET',
        undefined,
        'http://www.w3.org/ns/hydra/core#Collection',
      ],
      ['One order', 'show', 'GET', undefined, `${vocabulary}BookingOrder`],
    ]);
    const parameters = await orders.getParameters();
    expect(parameters.map(({ variable }) => variable)).toEqual(
      expect.arrayContaining(['reference', 'externalReference', 'createdAt[after]', 'order[createdAt]']),
    );
  });
});

interface Documentation {
  supportedClass: {
    '@id': string;
    supportedProperty: { property: Record<string, unknown> & { supportedOperation?: Told[] } }[];
    supportedOperation?: Told[];
  }[];
}
interface Told {
  '@id': string;
  method: string;
  path: string;
  expects?: string;
  returns: string;
}

describe('the Hydra documentation', () => {
  it('describes the same operations as the routes and the OpenAPI document', async () => {
    const { body } = await described.service.call('GET', '/docs.jsonld', { token: null });
    const classes = (body as Documentation).supportedClass;
    const operations = classes.flatMap(({ supportedOperation = [], supportedProperty }) => [
      ...supportedOperation,
      ...supportedProperty.flatMap(({ property }) => property.supportedOperation ?? []),
    ]);
    const hydra = operations.map((one) => `${one.method} ${one.path} ${one['@id'].slice(1)}`);
    const rows = described.service.routes.map((row) => `${row.method} ${row.path} ${row.operationId}`);
    const openApi = Object.entries(described.openApi.paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${String(operationId)}`,
      ),
    );
    expect(hydra.sort()).toEqual(rows.sort());
    expect(openApi).toEqual(expect.arrayContaining(rows));
    const known = new Set(classes.map((one) => one['@id']));
    for (const { expects = '', returns } of operations) {
      for (const name of [expects, returns].filter((one) => one.startsWith('#'))) {
        expect(known).toContain(name);
      }
    }
  });

  it('has a class for every type, with each of its members once', async () => {
    const { body } = await described.service.call('GET', '/docs.jsonld', { token: null });
    const classes = (body as Documentation).supportedClass;
    expect(classes.map((one) => one['@id']).filter((id, i, all) => all.indexOf(id) !== i)).toEqual([]);
    for (const { type } of described.service.routes) {
      expect(classes.map((one) => one['@id'])).toContain(`#${type}`);
    }
    for (const { supportedProperty } of classes) {
      const ids = supportedProperty.map(({ property }) => property['@id']);
      expect(ids).toEqual([...new Set(ids)]);
    }
  });
});
