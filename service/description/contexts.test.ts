import jsonld from 'jsonld';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Described, fill, goodBodies, startDescribed } from '@/testing/ticketing-service/description';

const origin = 'https://service.test';
let described: Described;
/** One answer of each kind, by its name. */
const answers = new Map<string, { path: string; body: object }>();

beforeAll(async () => {
  described = await startDescribed();
  const { service, known } = described;
  const bodies = goodBodies(described);
  for (const { operationId, method, path } of service.routes) {
    const filled = fill(path, known);
    const body = bodies[operationId];
    const headers = { 'if-match': '*' };
    const answer = await service.call(method, filled, body === undefined ? { headers } : { headers, body });
    expect([operationId, answer.status]).toEqual([operationId, method === 'POST' ? 201 : 200]);
    answers.set(operationId, { path: filled, body: answer.body as object });
  }
  await errors();
});
afterAll(async () => {
  expect(described.service.unexpectedErrors).toEqual([]);
  await described.service.close();
});

async function errors(): Promise<void> {
  const { service, known } = described;
  const catalog = `/v1/ticketing/catalogs/${known['catalogs'] ?? ''}`;
  const kinds: [string, string, string, Parameters<typeof service.call>[2]?][] = [
    ['/', 'GET', '/', { token: null }],
    ['/docs.jsonld', 'GET', '/docs.jsonld', { token: null }],
    ['a later page', 'GET', `${catalog}/offers?itemsPerPage=2&page=2&date[after]=2027-01-01`],
    ['400', 'GET', `${catalog}/events?page=0`],
    ['401', 'GET', catalog, { token: null }],
    ['403', 'GET', catalog, { scopes: [] }],
    ['404', 'GET', `${catalog}/nothing`],
    ['405', 'POST', catalog],
    ['406', 'GET', catalog, { headers: { accept: 'text/html' } }],
    ['413', 'POST', '/v1/booking/orders/_bulk', { body: 'x'.repeat(300_000) }],
    ['415', 'POST', '/v1/booking/orders/_bulk', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['422', 'POST', '/v1/booking/orders/_bulk', { body: { reservations: [] } }],
    ['one violation', 'GET', `${catalog}/offers?date=2027-02-31`],
  ];
  for (const [what, method, path, call] of kinds) {
    answers.set(what, { path, body: (await service.call(method, path, call)).body as object });
  }
}

/** The processor fetches contexts from the service, as from any site; no other address is reachable. */
const documentLoader = (change?: (terms: Record<string, unknown>) => void) => async (address: string) => {
  const request = new Request(address, { headers: { accept: 'application/ld+json' } });
  const response = await described.service.handle(request);
  if (!address.startsWith(`${origin}/contexts/`) || response.status !== 200) throw new Error(address);
  const document = (await response.json()) as { '@context': Record<string, unknown> };
  change?.(document['@context']);
  return { document, documentUrl: address };
};

async function expand(of: { path: string; body: object }, change?: (terms: Record<string, unknown>) => void) {
  return jsonld.expand(structuredClone(of.body), {
    base: `${origin}${of.path}`,
    documentLoader: documentLoader(change) as jsonld.Options.DocLoader['documentLoader'],
    // Throws for everything that would be lost or stay relative.
    safe: true,
  } as jsonld.Options.Expand);
}

/**
 * How many members a JSON value has in all. Members that are null do not count, because they mean nothing in
 * JSON-LD.
 */
function membersIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + membersIn(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  // JSON that is kept as it is, such as a feed.
  if ('@value' in value)
    return '@type' in value && value['@type'] === '@json' ? membersIn(value['@value']) : 0;
  const entries = Object.entries(value).filter(([name, one]) => !name.startsWith('@') && one !== null);
  return entries.reduce((sum, [, one]) => sum + 1 + membersIn(one), 0);
}

/** Every name and reference in expanded JSON-LD. */
function irisIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(irisIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    if (name === '@value') return [];
    if (name === '@id' || name === '@type') return (Array.isArray(one) ? one : [one]) as string[];
    return [...(name.startsWith('@') ? [] : [name]), ...irisIn(one)];
  });
}

/** Texts that look like references but are not. */
function looseReferences(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(looseReferences);
  if (typeof value !== 'object' || value === null) return [];
  if ('@value' in value) {
    return typeof value['@value'] === 'string' && /^(\/v1\/|https?:)/.test(value['@value']) ? [value] : [];
  }
  return Object.values(value).flatMap(looseReferences);
}

describe('a JSON-LD processor', () => {
  it('expands every kind of answer without losing a member', async () => {
    expect(answers.size).toBe(described.service.routes.length + 13);
    for (const [what, answer] of answers) {
      const expanded = await expand(answer);
      const relative = irisIn(expanded).filter((iri) => !/^(https?:\/\/|@json$)/.test(iri));
      expect([what, relative]).toEqual([what, []]);
      // A context in the answer only defines terms; it is not data.
      if (what === '/docs.jsonld') continue;
      expect([what, membersIn(expanded)]).toEqual([what, membersIn(answer.body)]);
      const isTemplate = (one: unknown) => JSON.stringify(one).includes('{?');
      expect([what, looseReferences(expanded).filter((one) => !isTemplate(one))]).toEqual([what, []]);
    }
  });

  it('reads the same property of a type in every answer, and knows dates, amounts and references', async () => {
    const offer = answers.get('getOffer');
    const product = answers.get('getProduct');
    if (offer === undefined || product === undefined) throw new Error('no offer');
    const [alone] = (await expand(product)) as Record<string, unknown>[];
    const [whole] = (await expand(offer)) as Record<string, Record<string, unknown>[]>[];
    const vocabulary = `${origin}/docs.jsonld#`;
    expect(whole?.[`${vocabulary}TicketingOffer/product`]?.[0]).toEqual(alone);
    expect(whole).toMatchObject({
      '@id': `${origin}${described.places.offer}`,
      '@type': [`${vocabulary}TicketingOffer`],
      [`${vocabulary}TicketingOffer/date`]: [
        { '@type': 'http://www.w3.org/2001/XMLSchema#date', '@value': '2027-06-01' },
      ],
      [`${vocabulary}TicketingOffer/price`]: [
        {
          [`${vocabulary}TicketingOfferPrice/amountInclTax`]: [
            { '@type': 'http://www.w3.org/2001/XMLSchema#decimal', '@value': '36.00' },
          ],
        },
      ],
    });
    const [list] = await expand(answers.get('a later page') ?? offer);
    expect(Object.keys(list ?? {})).toEqual(
      expect.arrayContaining(
        ['member', 'totalItems', 'view', 'search'].map((word) => `http://www.w3.org/ns/hydra/core#${word}`),
      ),
    );
  });

  it('refuses a context without its vocabulary, or with a missing term', async () => {
    const offer = answers.get('getOffer');
    const reservation = answers.get('getReservation');
    if (offer === undefined || reservation === undefined) throw new Error('no answers');
    const bare = (terms: Record<string, unknown>) => {
      for (const term of Object.keys(terms)) if (term !== '@version') Reflect.deleteProperty(terms, term);
    };
    await expect(expand(offer, bare)).rejects.toThrow(/Safe mode/);
    const without = (terms: Record<string, unknown>) => delete terms['organization'];
    expect(looseReferences(await expand(reservation))).toEqual([]);
    expect(looseReferences(await expand(reservation, without))).not.toEqual([]);
  });
});

describe('contexts', () => {
  it('exist for every type that an answer names', async () => {
    const named = new Set(
      [...answers.values()]
        .flatMap(({ body }) => [
          ...JSON.stringify(body).matchAll(/"@(?:type":"|context":"\/contexts\/)(\w+)"/g),
        ])
        .map(([, type]) => type ?? ''),
    );
    named.delete('ApiDocumentation');
    for (const type of named) {
      if (/^(Class|SupportedProperty|Link|Operation)$/.test(type)) continue;
      const { status, headers } = await described.service.call('GET', `/contexts/${type}`, { token: null });
      expect([type, status, headers.get('content-type')]).toEqual([
        type,
        200,
        'application/ld+json; charset=utf-8',
      ]);
    }
    expect(named.size).toBeGreaterThan(25);
  });

  it.each(['Nothing', '__proto__', 'constructor', '', 'TicketingOffer/', '%00', 'ticketingoffer'])(
    'are not there for "%s"',
    async (type) => {
      const { status, body } = await described.service.call('GET', `/contexts/${type}`, { token: null });
      expect([status, body]).toMatchObject([404, { '@type': 'Error', detail: 'Not Found' }]);
    },
  );
});
