import { describe, expect, it } from 'vitest';
import {
  document,
  errorsOf,
  read,
  readAtOnce,
  sessionsOf,
  talk,
  unpricedTalk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

const boat = { ...unpricedTalk, offers: { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR' } };

describe('entities of HTML', () => {
  const event = (members: object) => read(document({ ...boat, ...members })).events[0];

  it('become characters in names, also if they were escaped twice', () => {
    const written = 'Rock &amp; Roll &#8211; L&#039;&eacute;t&eacute; &amp;amp; more';
    const shown = "Rock & Roll – L'été & more";
    const feed = read(
      document({ ...boat, name: written, location: { '@type': 'Place', name: written, address: written } }),
    );
    expect(feed.events[0]).toMatchObject({ name: { en: shown }, venue: { name: shown, address: shown } });
    expect(feed.products[0]?.name).toEqual({ en: shown });
  });

  it('do not change keys, which are made from what is written', () => {
    expect(event({ name: 'Rock &amp; Roll' })?.key).toBe('rock-amp-roll');
  });

  it('become characters in a description, unless it is HTML', () => {
    expect(event({ description: 'Tea &amp; cake &lt; 5' })?.description).toEqual({ en: 'Tea & cake < 5' });
    expect(event({ description: '<p>Tea &amp; cake</p>' })?.description).toEqual({
      en: '<p>Tea &amp; cake</p>',
    });
    expect(event({ description: '&lt;p&gt;Tea&lt;/p&gt;' })?.description).toEqual({ en: '<p>Tea</p>' });
  });

  it('are left out with control characters', () => {
    expect(event({ description: 'a\u0007b\r\nc\u202ed\te&#7;' })?.description).toEqual({ en: 'ab\ncd\te' });
    expect(event({ name: 'a\u0007b\r\nc' })?.name).toEqual({ en: 'ab c' });
  });
});

describe('a missing value', () => {
  const members = [
    'description',
    'location',
    'image',
    'inLanguage',
    'eventStatus',
    'endDate',
    'duration',
    'url',
    'subEvent',
    'eventSchedule',
    'superEvent',
    'previousStartDate',
    'maximumAttendeeCapacity',
    'remainingAttendeeCapacity',
    'performer',
    'identifier',
  ];

  it.each(['', ' ', null, false, [], [null], ['']])('may be written as %j', (nothing) => {
    for (const member of members) {
      expect(errorsOf(document({ ...boat, [member]: nothing })), member).toEqual([]);
      expect(sessionsOf({ ...boat, [member]: nothing }), member).toMatchObject([{ status: 'scheduled' }]);
    }
    for (const member of [
      'name',
      'category',
      'validFrom',
      'validThrough',
      'inventoryLevel',
      'minPrice',
      'eligibleRegion',
    ]) {
      const offer = { ...boat.offers, [member]: nothing };
      expect(read(document({ ...boat, offers: offer })).products, member).toHaveLength(1);
    }
  });

  it('of a price leaves the other prices', () => {
    const offers = { '@type': 'Offer', price: '', priceCurrency: 'EUR', minPrice: '9.00', maxPrice: '9.00' };
    expect(read(document({ ...boat, offers })).products[0]?.offers).toMatchObject([{ price: '9.00' }]);
  });

  it('that would limit the sale is told', () => {
    expect(warningsOf(document({ ...boat, maximumAttendeeCapacity: '' }))).toEqual([
      '$["@graph"][0].maximumAttendeeCapacity: Empty: taken as if there were no limit.',
    ]);
  });

  it('is no `false` of a flag, and no availability', () => {
    const taxed = { ...boat.offers, valueAddedTaxIncluded: false };
    expect(read(document({ ...boat, offers: taxed })).products).toEqual([]);
    const free = { ...boat, isAccessibleForFree: false, offers: { ...boat.offers, price: '0.00' } };
    expect(sessionsOf(free)).toMatchObject([{ status: 'not_on_sale' }]);
    const unknown = { ...boat.offers, availability: '' };
    expect(sessionsOf({ ...boat, offers: unknown })).toMatchObject([{ status: 'not_on_sale' }]);
  });
});

describe('a document', () => {
  it('may have lists in lists', () => {
    const context = { '@context': 'https://schema.org' };
    const feed = read([
      [[{ ...context, ...boat }], []],
      [{ ...context, ...boat, name: 'Second', offers: [[boat.offers]] }],
    ]);
    expect([feed.events.length, feed.products.length]).toEqual([2, 2]);
  });

  it.each([
    [{ items: [{ '@context': 'https://schema.org', ...talk }] }, '$.items[0]'],
    [{ data: { events: { page: [talk, talk] } } }, '$.data.events.page[0]'],
    [
      { '@context': 'https://schema.org', '@type': 'WebPage', mainEntity: { '@graph': [talk] } },
      '$.mainEntity["@graph"][0]',
    ],
  ])('whose events are elsewhere is refused, with their place: %j', (input, path) => {
    const result = readAtOnce(input);
    expect(result).toMatchObject({
      ok: false,
      errors: [
        { path, message: expect.stringContaining('is looked for at the top, in lists there') as unknown },
      ],
    });
  });
});

describe('an offer', () => {
  it('with a wrong price, currency and date is told of all three at once, with their values', () => {
    const offers = {
      '@type': 'Offer',
      price: '12 €',
      priceCurrency: 'USD',
      validFrom: 'soon',
      inventoryLevel: 'few',
    };
    const result = readAtOnce(document({ ...boat, offers }));
    expect(result.ok ? [] : result.errors.map(({ path, found }) => `${path} ${found ?? ''}`)).toEqual([
      '$["@graph"][0].offers.price “12 €”',
      '$["@graph"][0].offers.priceCurrency “USD”',
      '$["@graph"][0].offers.validFrom “soon”',
      '$["@graph"][0].offers.inventoryLevel “few”',
    ]);
  });
});
