import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSchema } from '@/lib/contract/document';
import { lastSegment } from '@/lib/contract/iri';
import type { Order } from '@/lib/contract/order';
import { bothItem, freeItem } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders, textOfFile } from '@/testing/ticketing-service/order';

let environment: TestOrders;
let clock = new Date('2026-03-01T12:00:00.000Z');

beforeAll(async () => {
  environment = await startTestOrders({ now: () => clock });
});
afterAll(async () => {
  expect(environment.service.unexpectedErrors).toEqual([]);
  await environment.close();
});

const refresh = (path: string, language = 'en', body = {}) =>
  environment.service.call('PATCH', path, { body, headers: { 'accept-language': language } });

async function refreshed(order: Order, language?: string, change = {}) {
  const { status, body } = await refresh(order.documents[0] ?? '', language, change);
  expect(status, JSON.stringify(body)).toBe(200);
  return documentSchema.parse(body);
}

const textAt = (url: string) => textOfFile(environment.service, url);
const ticketOf = (order: Order, index: number): string => order.items[0]?.tickets?.[index] ?? '';

describe('a document', () => {
  it('shows the order and each of its tickets, in the requested language', async () => {
    const { places, service } = environment;
    const [order] = await environment.ordered([bothItem(places, 2)]);
    if (order === undefined) throw new Error('nothing was ordered');
    const references = await Promise.all(
      [0, 1, 2, 3].map(async (index) => {
        const { body } = await service.call('GET', ticketOf(order, index));
        return (body as { reference: string }).reference;
      }),
    );
    const { cachedLanguage, temporaryUrl } = await refreshed(order, 'fr');
    expect(cachedLanguage).toBe('fr');
    const text = await textAt(temporaryUrl);
    const shown = [
      'River line SA',
      '1 quay, Lyon · hello@river.test',
      `Numéro de réservation ${order.reference} Commandé le`,
      'Billets 2 × Bateau et musée Prix 2 × 36,00 € Total 72,00 € (60,00 € hors taxes)',
      'Billet 1/4 · Bateau et musée',
      'Billet 2/4 · Bateau et musée',
      'Billet 4/4 · Bateau et musée',
      'mardi 1er juin 2027',
      '10:00 (heure du lieu)',
      'À toute heure ce jour-là',
      'Quay 3, 3 quay, Lyon',
      'Nom · A B',
      ...references,
    ];
    expect(shown.filter((one) => !text.includes(one))).toEqual([]);
    expect(text).not.toContain('(heure du lieu) ·');
    // Not on each ticket.
    expect(text.match(/36,00/g)).toHaveLength(1);
  });

  it('says nothing of prices where that is asked for, for somebody who gets the tickets as a gift', async () => {
    const [order] = await environment.ordered([bothItem(environment.places, 2)]);
    if (order === undefined) throw new Error('nothing was ordered');
    const ticket = await environment.service.call('GET', ticketOf(order, 0));
    const { reference } = ticket.body as { reference: string };
    const priced = await refreshed(order);
    const gift = await refreshed(order, 'en', { prices: false });
    expect([priced.prices, gift.prices]).toEqual([undefined, false]);
    const text = await textAt(gift.temporaryUrl);
    expect(text).toContain('2 × Boat and museum');
    expect(text).toContain(reference);
    expect(text).not.toMatch(/€|Price|Total|tax/);
    // Each file stays as it is, whichever was made later.
    expect(await textAt((await refreshed(order)).temporaryUrl)).toContain('€72.00');
    expect((await refreshed(order, 'en', { prices: false })).cachedAt).toBe(gift.cachedAt);
    await environment.service.call('PATCH', ticketOf(order, 0), {
      body: { holder: { firstname: 'Grace', lastname: 'Hopper' } },
    });
    expect(await textAt((await refreshed(order, 'en', { prices: false })).temporaryUrl)).toContain(
      'Grace Hopper',
    );
  });

  it('shows the session’s name if it has one, and each ticket’s own holder', async () => {
    const [order] = await environment.ordered([bothItem(environment.places)]);
    if (order === undefined) throw new Error('nothing was ordered');
    await environment.change(
      sql`update ticketing.session set name = '{"en": "Sunset", "fr": "Coucher"}'
          where id = ${lastSegment(environment.places.ten)}`,
    );
    const before = await refreshed(order);
    const old = await textAt(before.temporaryUrl);
    clock = new Date(clock.getTime() + 60_000);
    const patch = await environment.service.call('PATCH', ticketOf(order, 0), {
      body: { holder: { firstname: 'Ada', lastname: 'Lovelace' } },
    });
    expect(patch.status).toBe(200);
    const after = await refreshed(order);
    const text = await textAt(after.temporaryUrl);
    expect(old).toContain('10:00 (time of the venue) · Sunset');
    expect([old.includes('Lovelace'), text.includes('Name · Ada Lovelace')]).toEqual([false, true]);
    expect(text).toContain('Name · A B');
    expect([before.cachedAt, after.cachedAt]).toEqual([
      '2026-03-01T12:00:00.000Z',
      '2026-03-01T12:01:00.000Z',
    ]);
    // The file at the earlier address was replaced.
    expect(await textAt(before.temporaryUrl)).toBe(text);
    await environment.change(sql`update ticketing.session set name = null`);
  });

  it('is made once for each language, and gets a new address for 15 minutes each time', async () => {
    const [order] = await environment.ordered([freeItem(environment.places)]);
    if (order === undefined) throw new Error('nothing was ordered');
    const { headers, body } = await refresh(order.documents[0] ?? '', 'fr');
    const made = clock;
    expect(headers.get('content-language')).toBe('fr');
    expect(body).toEqual({
      '@context': '/contexts/BookingOrderDocument',
      '@id': order.documents[0],
      '@type': 'BookingOrderDocument',
      id: lastSegment(order.documents[0] ?? ''),
      cachedAt: made.toISOString(),
      expiresAt: new Date(made.getTime() + 900_000).toISOString(),
      temporaryUrl: expect.stringContaining(`/files/${order.id}/`) as unknown,
      cachedLanguage: 'fr',
    });
    clock = new Date(made.getTime() + 899_000);
    const { temporaryUrl } = documentSchema.parse(body);
    const file = await environment.service.call('GET', temporaryUrl, { token: null });
    expect(file.status).toBe(200);
    const later = await refreshed(order, 'fr');
    expect(later).toMatchObject({
      cachedAt: made.toISOString(),
      expiresAt: new Date(clock.getTime() + 900_000).toISOString(),
    });
    expect(later.temporaryUrl.split('?')[0]).toBe(temporaryUrl.split('?')[0]);
    clock = new Date(made.getTime() + 900_000);
    expect((await environment.service.call('GET', temporaryUrl, { token: null })).status).not.toBe(200);
    expect((await refreshed(order, 'en')).cachedAt).toBe(clock.toISOString());
  });

  it('has names in the catalogue’s own language if the catalogue does not have the requested one', async () => {
    const [order] = await environment.ordered([freeItem(environment.places)]);
    if (order === undefined) throw new Error('nothing was ordered');
    const { cachedLanguage, temporaryUrl } = await refreshed(order, 'de');
    expect(cachedLanguage).toBe('de');
    const text = await textAt(temporaryUrl);
    expect(text).toContain('Buchungsnummer');
    expect(text).toContain('1 ×');
  });

  it('is in the catalogue’s own language if neither the catalogue nor the service has the requested one', async () => {
    const [order] = await environment.ordered([freeItem(environment.places)]);
    if (order === undefined) throw new Error('nothing was ordered');
    expect((await refreshed(order, 'ja')).cachedLanguage).toBe('en');
  });

  it('is found only below its own order, and only by the organization that made it', async () => {
    const [mine, other] = await environment.ordered([
      freeItem(environment.places),
      freeItem(environment.places),
    ]);
    const [path = '', foreign = ''] = [mine?.documents[0], other?.documents[0]];
    const never = '/v1/booking/orders/00000000-0000-4000-8000-000000000000';
    const wrong = [
      `${mine?.['@id'] ?? ''}/documents/${lastSegment(foreign)}`,
      `${other?.['@id'] ?? ''}/documents/${lastSegment(path)}`,
      `${never}/documents/${lastSegment(path)}`,
    ];
    for (const address of wrong) expect((await refresh(address)).status).toBe(404);
  });
});
