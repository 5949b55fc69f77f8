import { createHash } from 'node:crypto';
import { z } from 'zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admissionListSchema, shortAdmissionHash } from '@/lib/contract/admission';
import type { Feed } from '@/lib/contract/feed';
import { codesOf, sendScan, testDay } from '@/testing/ticketing-service/admission';
import { freeItem, list } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';

const name = (text: string) => ({ en: text });

/** A ferry with a museum that some products include. */
const ferry: Feed = {
  format: 'ticketing-feed/1',
  catalog: {
    key: 'ferry',
    name: name('Ferry'),
    language: 'en',
    timezone: 'Europe/Paris',
    issuer: { name: 'Ferry' },
  },
  events: [
    {
      key: 'ferry',
      name: name('Ferry'),
      sessions: [
        { key: 'ten', occursAt: `${testDay}T10:00:00+02:00`, duration: 'PT90M', capacity: null, tag: 'day' },
      ],
    },
    { key: 'museum', name: name('Museum'), sessions: [] },
  ],
  products: [
    // A discount of a day makes it cheaper than the tariff for children.
    product('adult', { price: '8.00', originalPrice: '20.00', productBase: 'ferry' }),
    product('child', { price: '10.00', productBase: 'ferry' }),
    product('crew', { price: '1.00', productBase: 'crew' }),
    product('anyone', { price: '9.00' }),
    product('tagged', { price: '2.00', tag: 'day' }),
    product('with museum', { price: '30.00', museum: true, productBase: 'ferry' }),
    product('with museum, child', { price: '15.00', museum: true, productBase: 'ferry' }),
  ],
};

interface Tariff {
  readonly price: string;
  readonly originalPrice?: string;
  readonly productBase?: string;
  readonly tag?: string;
  readonly museum?: boolean;
}

function product(tariff: string, { museum, tag, productBase, ...price }: Tariff): Feed['products'][number] {
  const admission = { key: 'ferry', name: name('Crossing'), event: 'ferry', dateAccess: false };
  return {
    key: tariff.replaceAll(/\W+/g, '-'),
    name: name(`Ferry, ${tariff}`),
    ...(productBase === undefined ? {} : { productBase }),
    tickets: [
      { ...admission, ...(tag === undefined ? {} : { tag }) },
      ...(museum === true
        ? [{ key: 'museum', name: name('Museum'), event: 'museum', dateAccess: true }]
        : []),
    ],
    offers: [{ date: testDay, capacity: null, ...price }],
  };
}

let environment: TestOrders;
/** The codes of the tickets of each product, by its name. */
const codes = new Map<string, string[]>();
beforeAll(async () => {
  environment = await startTestOrders();
  const { service, places } = environment;
  const imported = await service.call('POST', '/v1/ticketing/feeds', { body: ferry, organization: 'river' });
  const { catalog } = z.object({ catalog: z.string() }).parse(imported.body);
  const offers = z
    .array(z.object({ '@id': z.string(), product: z.object({ name: z.string() }) }))
    .parse(await list(service, `${catalog}/offers?date=${testDay}`));
  for (const offer of offers) {
    const tickets = z
      .array(z.object({ '@id': z.string(), sessions: z.array(z.object({ '@id': z.string() })) }))
      .parse(await list(service, `${offer['@id']}/tickets`));
    const ticketSessions = tickets.map(({ '@id': ticket, sessions: [first] }) =>
      first === undefined ? { ticket } : { ticket, session: first['@id'] },
    );
    const [order] = await environment.ordered([{ quantity: 1, offer: offer['@id'], ticketSessions }]);
    if (order !== undefined) codes.set(offer.product.name, await codesOf(service, order));
  }
  const [walk] = await environment.ordered([freeItem(places)]);
  if (walk !== undefined) codes.set('Walk', await codesOf(service, walk));
});
afterAll(async () => {
  expect(environment.service.unexpectedErrors).toEqual([]);
  await environment.close();
});

it.each([
  ['Ferry, adult', false],
  ['Ferry, child', true],
  // The only one of its group.
  ['Ferry, crew', false],
  // In no group: compared with all that admit to the same.
  ['Ferry, anyone', true],
  // Admits to fewer sessions, and with the museum to more: they are tariffs of something else.
  ['Ferry, tagged', false],
  ['Ferry, with museum', false],
  ['Ferry, with museum, child', true],
  ['Walk', false],
])('a scan and the list of the day say that %s is reduced: %s', async (tariff, reduced) => {
  const { service } = environment;
  const { body } = await service.call('GET', `/v1/booking/admission_list?date=${testDay}`);
  const { salt, tickets, tariffs = [], visits } = admissionListSchema.parse(body);
  expect(codes.get(tariff)).not.toEqual([]);
  for (const code of codes.get(tariff) ?? []) {
    expect(await sendScan(service, { code })).toMatchObject({ tariff: { name: tariff, reduced } });
    const digest = createHash('sha256')
      .update(salt + code)
      .digest();
    const listed = tickets.find(({ hash }) => hash === shortAdmissionHash(digest));
    expect(tariffs[listed?.tariff ?? -1]).toEqual({ name: tariff, reduced });
    const visit = visits[listed?.visit ?? -1];
    expect([visit?.event, visit?.endsAt]).toEqual([
      visit?.event,
      visit?.event === 'Ferry' ? `${testDay}T11:30:00+02:00` : null,
    ]);
  }
});

it('a scan of an unknown code has no tariff', async () => {
  expect(await sendScan(environment.service, { code: 'nothing' })).toMatchObject({ tariff: null });
});
