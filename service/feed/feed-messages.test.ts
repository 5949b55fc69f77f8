import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { readShared, sharedData } from '@/testing/shared-data';
import { catalog, document, talk, unpricedTalk } from '@/testing/ticketing-service/schema-org';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const answerSchema = z.object({
  violations: z.array(z.object({ propertyPath: z.string(), message: z.string() })).default([]),
  warnings: z.array(z.object({ propertyPaths: z.array(z.string()), message: z.string() })).default([]),
});
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

/** What a trial import says of a body: the errors, or what was left out or guessed. */
async function said(body: unknown): Promise<string[]> {
  const { body: answer } = await service.call('POST', '/v1/ticketing/feeds?dryRun=true', { body });
  const { violations, warnings } = answerSchema.parse(answer);
  return [...violations, ...warnings].map(({ message }) => message);
}

const ofEvents = (...events: unknown[]) => said({ catalog, schemaOrg: document(...events) });

/** One sentence or several: each begins with a capital letter, a number or a quotation, and ends with a full stop. */
function expectSentences(messages: readonly string[]): void {
  expect(messages).not.toEqual([]);
  for (const message of messages) {
    expect(message).toMatch(/^(?:[A-Z\d]|["“]).*[^.]\.$/s);
    // The values that are quoted may be anything.
    expect(message.replaceAll(/“[^”]*”|"[^"]*"/g, '“”')).not.toMatch(/[.!?] +[a-z]/);
  }
}

const euro = { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR' };
const priced = (offer: object) => ({ ...unpricedTalk, offers: { ...euro, ...offer } });
const planned = (schedule: object) => ({
  ...talk,
  startDate: undefined,
  eventSchedule: {
    startDate: '2027-06-01',
    endDate: '2027-06-08',
    startTime: '10:00',
    repeatFrequency: 'P1D',
    ...schedule,
  },
});
const twice = (members: object) => [
  { ...talk, '@id': '#a', ...members },
  { ...talk, '@id': '#a' },
];

describe('a problem with an event of schema.org is a sentence', () => {
  const sub = (...subEvent: unknown[]) => ({ ...talk, subEvent });
  const deep = (levels: number): object => (levels === 0 ? talk : { ...talk, subEvent: [deep(levels - 1)] });

  it.each<[string, ...unknown[]]>([
    ['no event', { '@type': 'Place' }],
    ['no node', 7],
    ['no type', { name: 'A' }],
    ['texts', { ...talk, name: 42, description: ['x'.repeat(20_001)], location: 5 }],
    ['languages', { ...talk, name: { '@value': 'A', '@language': 'x' } }],
    ['another language', { ...talk, name: { '@value': 'A', '@language': 'fr' } }],
    ['no name', { ...talk, name: ' ' }],
    ['an address', { ...talk, location: { name: 'A', address: 'x'.repeat(1_001) } }],
    ['times', sub({ ...talk, startDate: 'soon' }, { ...talk, startDate: '2027-09-05' })],
    ['no time', { ...talk, startDate: undefined }],
    ['capacities', { ...talk, maximumAttendeeCapacity: -1, remainingAttendeeCapacity: 'few' }],
    ['sub-events', sub(7, { '@type': 'Place' })],
    ['levels', deep(10)],
    ['events around', { ...talk, superEvent: Array.from({ length: 101 }, (_, i) => ({ name: `${i}` })) }],
    ['a repeated @id', ...twice({ startDate: '2027-09-06T10:00:00+01:00' })],
    ['shared places', { ...sub(talk, { ...talk, name: 'B' }), remainingAttendeeCapacity: 5 }],
    ['no offer', { ...talk, offers: [7] }],
    ['prices', priced({ price: '12 €', priceCurrency: 'USD', validFrom: '2027-06-64' })],
    ['no currency', priced({ priceCurrency: undefined })],
    ['many offers', { ...unpricedTalk, offers: Array.from({ length: 501 }, () => euro) }],
    [
      'a shared stock',
      {
        ...unpricedTalk,
        offers: {
          ...euro,
          '@type': 'AggregateOffer',
          inventoryLevel: 1,
          offers: [{ ...euro, inventoryLevel: 2 }],
        },
      },
    ],
    ['an empty schedule', { ...planned({}), eventSchedule: 'daily' }],
    ['a schedule', planned({ startDate: 1, endDate: 2, startTime: 3, repeatFrequency: 4, byMonthWeek: 5 })],
    ['days of a schedule', planned({ byDay: 'X', byMonth: 13, byMonthDay: 0, exceptDate: 'x' })],
    ['a schedule without end', planned({ endDate: undefined, scheduleTimezone: 'Europe/Atlantis' })],
    ['a schedule of a century', planned({ endDate: '2127-06-01', repeatCount: 0 })],
    ['days of the week in a month', planned({ repeatFrequency: 'P1M', byDay: 'Monday' })],
  ])('about %s', async (_, ...events) => expectSentences(await ofEvents(...events)));

  it.each<[string, unknown]>([
    ['that is elsewhere', { data: { page: [talk] } }],
    ['on a page of OpenActive', { items: [{ state: 'updated', data: talk }] }],
    ['without a context', talk],
    ['that is no object', [42]],
  ])('%s', async (_, schemaOrg) => expectSentences(await said({ catalog, schemaOrg })));

  it('about the time zone', async () => {
    const elsewhere = { ...catalog, timezone: 'Europe/Atlantis' };
    expectSentences(await said({ catalog: elsewhere, schemaOrg: document(talk) }));
  });

  it('says what is missing', async () => {
    const needed = 'The currency "EUR" is needed: nothing is sold in another one (specification §2.7).';
    expect(await ofEvents(priced({ priceCurrency: undefined }))).toEqual([
      `This value is missing. ${needed}`,
    ]);
    expect(await ofEvents(priced({ priceCurrency: 'USD' }))).toEqual([
      `This value is not valid. ${needed} Refused: “USD”.`,
    ]);
  });
});

describe('what was left out or guessed is told in a sentence', () => {
  const session = (members: object) => ({ ...talk, ...members });

  it.each<[string, ...unknown[]]>([
    ['members', { ...talk, performer: 'A', doorTime: '09:00' }],
    ['texts', { ...talk, description: ['One', 'Two'], inLanguage: 'English' }],
    ['pictures', { ...talk, image: ['https://example.org/a.jpg', 'https://example.org/b.jpg', 'c.jpg'] }],
    ['places', { ...talk, location: [{ '@id': '#x' }, { name: 'A', geo: 1 }, 'B', { name: '' }] }],
    [
      'limits',
      {
        ...talk,
        maximumAttendeeCapacity: '',
        maximumPhysicalAttendeeCapacity: 1,
        maximumVirtualAttendeeCapacity: 2,
      },
    ],
    ['states', { ...talk, eventStatus: 'Unsure', previousStartDate: 'before' }],
    [
      'lengths',
      session({ duration: 'long' }),
      session({ name: 'B', duration: 'PT2H', endDate: '2027-09-05T14:30:00+01:00' }),
    ],
    ['ends', session({ endDate: '2027-09-05' }), session({ name: 'B', duration: 'P3D' })],
    [
      'times',
      session({ startDate: '2027-10-31T01:30:00' }),
      session({ startDate: '2027-09-05T13:30:00+05:00' }),
    ],
    [
      'a session without a time',
      {
        ...talk,
        subEvent: [talk, { ...talk, name: 'B', startDate: 'later', eventStatus: 'EventCancelled' }],
      },
    ],
    ['things', talk, { '@type': 'Organization', name: 'Us' }, talk, { ...talk, duration: 'PT1H' }],
    [
      'sub-events',
      { ...talk, eventSchedule: {}, subEvent: [{ ...talk, location: 'Garden' }, { '@id': '#x' }] },
    ],
    ['unused prices', { ...priced({}), subEvent: [talk] }],
    ['no offer', unpricedTalk],
    [
      'offers that are the same',
      {
        ...unpricedTalk,
        offers: [
          { ...euro, name: 'A' },
          { ...euro, name: 'A' },
        ],
      },
    ],
    ['offers without a name', { ...unpricedTalk, offers: [euro, { ...euro, price: '8.00' }] }],
    ['an order', priced({ eligibleQuantity: { minValue: 1, maxValue: 2 } })],
    [
      'restrictions',
      priced({ eligibleRegion: 'FR' }),
      priced({ '@type': 'Demand' }),
      priced({ offerCount: 0 }),
    ],
    ['goods', priced({ itemOffered: { '@type': 'Car' } }), { ...unpricedTalk, offers: { '@id': '#x' } }],
    [
      'availabilities',
      priced({ availability: 'PreOrder' }),
      { ...priced({ availability: 'Maybe' }), name: 'B' },
    ],
    [
      'prices',
      priced({ price: undefined }),
      { ...priced({ lowPrice: '1' }), name: 'B' },
      { ...priced({ lowPrice: '$1' }), name: 'C' },
    ],
    [
      'other prices',
      priced({ priceSpecification: { price: 1 } }),
      { ...priced({ priceSpecification: { price: 12, fee: 1 } }), name: 'B' },
    ],
    [
      'taxes',
      priced({ valueAddedTaxIncluded: false }),
      { ...priced({}), name: 'B', isAccessibleForFree: true },
    ],
    ['a schedule', planned({ endTime: 'late', duration: 'long' }), { ...planned({ byMonth: 1 }), name: 'B' }],
    [
      'a schedule that is long',
      planned({
        endDate: undefined,
        repeatFrequency: 'P1Y',
        repeatCount: 20,
        endTime: '11:00',
        duration: 'PT2H',
      }),
    ],
  ])('about %s', async (_, ...events) => expectSentences(await ofEvents(...events)));

  it('with the value that was found, or the first one', async () => {
    const needed = 'Left out: a language code is needed, such as "en".';
    const [one, other] = [
      { ...talk, inLanguage: 'English' },
      { ...talk, name: 'Other', inLanguage: 'x'.repeat(200) },
    ];
    expect(await ofEvents(one)).toEqual([`${needed} Found: “English”.`]);
    expect(await ofEvents(one, other)).toEqual([`${needed} Found, for example: “English”.`]);
    expect(await ofEvents(other)).toEqual([`${needed} Found: “${'x'.repeat(100)}…”.`]);
  });
});

describe('a problem with a feed in our format is a sentence', () => {
  const feed = boatAndMuseum();
  const [event, ...events] = feed.events;
  const [product, ...products] = feed.products;
  const [offer] = product?.offers ?? [];
  const changed = (members: object) => ({ ...feed, events: [{ ...event, ...members }, ...events] });
  const sold = (members: object) => ({ ...feed, products: [{ ...product, ...members }, ...products] });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['a time zone', { ...feed, catalog: { ...feed.catalog, timezone: 'Europe/Atlantis' } }],
    ['a price source', { ...feed, catalog: { ...feed.catalog, priceSource: { url: 'ftp://x' } } }],
    ['an e-mail address', { ...feed, catalog: { ...feed.catalog, issuer: { name: '', email: 'x' } } }],
    ['a key', changed({ key: 'ä b', other: true })],
    ['a name', changed({ name: { nl: 'Boot' } })],
    ['a category', changed({ category: 'boats' })],
    ['a picture', changed({ image: { contentUrl: 'x', width: 0, height: 1.5, alternative: {} } })],
    ['a session', changed({ sessions: [{ key: 'a', occursAt: 'soon', duration: 'long', capacity: -1 }] })],
    ['a key that is there twice', { ...feed, events: [event, event] }],
    ['a reference', sold({ forms: ['none'], tickets: [{ ...product?.tickets[0], event: 'none' }] })],
    ['an empty list', sold({ tickets: [], vatRate: 2 })],
    ['an offer', sold({ offers: [{ ...offer, date: '2027-02-30', price: '1' }] })],
    [
      'another price',
      sold({ offers: [{ ...offer, price: '9.00', originalPrice: '1.00', priceExclTax: '10.00' }] }),
    ],
  ])('about %s', async (_, body) => expectSentences(await said(body)));

  it('says what is missing', async () => {
    expect(await said({ ...feed, format: undefined })).toEqual(['This field is missing.']);
    expect(await said(changed({ name: { nl: 'Boot' } }))).toEqual([
      'This value is missing. A text in "en", the catalogue\'s language, is needed.',
    ]);
  });
});

const data = sharedData();

it.skipIf(data === null)('what is said of real feeds is in sentences', async () => {
  const files = readdirSync(join(data ?? '', 'feeds')).filter((file) => file !== 'README.tsv');
  const messages: string[] = [];
  for (const file of files) {
    const schemaOrg = readShared(data ?? '', join('feeds', file));
    messages.push(...(await said({ catalog, schemaOrg })));
  }
  expectSentences(messages);
});
