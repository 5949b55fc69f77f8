import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { customer, list, openPlaces, ordersBulk } from '@/testing/ticketing-service/booking';

import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let events: string;
let languageOf: Record<string, string>;

beforeAll(async () => {
  service = await startTestService();
  await openPlaces(service);
  events = `${String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id'])}/events`;
  languageOf = { Boat: 'en', Bateau: 'fr' };
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const read = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });

describe('names and descriptions', () => {
  const asked: [string | undefined, string][] = [
    [undefined, 'en'],
    ['fr', 'fr'],
    ['FR', 'fr'],
    ['fr-CA', 'fr'],
    ['fr-CA, en;q=0.9', 'fr'],
    ['de, fr;q=0.5, en;q=0.4', 'fr'],
    ['en;q=0.4, fr;q=0.5', 'fr'],
    ['fr;q=0, *', 'en'],
    ['*', 'en'],
    ['de', 'en'],
    ['', 'en'],
    [';;;q=', 'en'],
    ['fr;q=2', 'fr'],
  ];
  it.each(asked)('for Accept-Language %s are in %s', async (header, language) => {
    const { body, headers } = await read(events, header === undefined ? {} : { 'accept-language': header });
    const [first] = (body as { member: { name: string }[] }).member;
    expect(languageOf[first?.name ?? '']).toBe(language);
    expect(headers.get('content-language')).toBe(language);
    expect(headers.get('vary')).toContain('Accept-Language');
  });
});

describe('violations', () => {
  it('have messages in each of the six languages, and in English for others', async () => {
    const told = async (language: string) => {
      const body = { reservations: ['/v1/booking/reservations/x'], customer: { ...customer, email: 'x' } };
      const { headers, body: answer } = await service.call('POST', ordersBulk, {
        body,
        headers: { 'accept-language': language, 'content-type': 'application/json' },
      });
      expect(headers.get('content-language')).toBe(languages.find((one) => one === language) ?? 'en');
      return (answer as { violations: { message: string }[] }).violations[0]?.message;
    };
    const messages = await Promise.all(['de', 'en', 'es', 'fr', 'it', 'nl'].map(told));
    expect(new Set(messages).size).toBe(6);
    expect(await told('ja')).toBe('This value is not a valid email address.');
  });
});

describe('an answer about a catalogue', () => {
  it('has an ETag that a client may send back, one for each language', async () => {
    const english = await read(events);
    const tag = english.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const header of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const again = await read(events, { 'if-none-match': header });
      expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
      expect(again.body).toEqual(new Uint8Array());
      expect(again.headers.get('content-language')).toBe('en');
    }
    expect((await read(events, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await read(events, { 'if-none-match': tag, 'accept-language': 'fr' })).status).toBe(200);
  });

  it('may be kept only in the cache of its client, and booking answers in no cache', async () => {
    expect((await read(events)).headers.get('cache-control')).toBe('private, no-cache');
    const orders = await read('/v1/booking/orders');
    expect(orders.headers.get('cache-control')).toBe('private, no-store');
    expect(orders.headers.get('etag')).toBeNull();
  });

  it('is compressed for a client that accepts it', async () => {
    const sizes = async (header: string) => {
      const authorization = `Bearer ${await service.token()}`;
      const request = new Request(`https://service.test${events.replace('events', 'offers')}`, {
        headers: { authorization, 'accept-encoding': header },
      });
      const { headers, body } = await service.handle(request);
      const encoding = headers.get('content-encoding');
      const stream =
        encoding === 'gzip' ? body?.pipeThrough(new DecompressionStream('gzip')) : (body ?? undefined);
      return { encoding, text: await new Response(stream ?? null).text(), vary: headers.get('vary') };
    };
    const plain = await sizes('identity, gzip;q=0');
    expect(plain.encoding).toBeNull();
    for (const header of ['gzip', 'br;q=1, gzip;q=0.5', '*']) {
      const packed = await sizes(header);
      expect(packed.encoding).toBe('gzip');
      expect(packed.vary).toContain('Accept-Encoding');
      expect(JSON.parse(packed.text)).toEqual(JSON.parse(plain.text));
    }
  });

  it('has a HEAD answer with the same headers and no body', async () => {
    const head = await service.call('HEAD', events);
    expect([head.status, head.headers.get('etag')]).toEqual([200, (await read(events)).headers.get('etag')]);
  });
});
