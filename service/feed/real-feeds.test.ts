import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { feedSchema, type ParsedFeed } from '@/lib/contract/feed';
import { readShared, sharedData } from '@/testing/shared-data';
import { catalog, readAtOnce } from '@/testing/ticketing-service/schema-org';

/** What real sites publish, each with the result that schema.org's definitions and the organiser would expect. */
const data = sharedData();
const paris = { ...catalog, timezone: 'Europe/Paris' };

function resultOf(file: string) {
  return readAtOnce(readShared(data ?? '', join('feeds', file)), paris);
}

function feedOf(file: string): ParsedFeed {
  const result = resultOf(file);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return feedSchema.parse(result.feed);
}

const errorsOf = (file: string): unknown => {
  const result = resultOf(file);
  return result.ok
    ? []
    : result.errors.map(({ path, found }) => (found === undefined ? path : `${path} ${found}`));
};
const warningsOf = (file: string) =>
  resultOf(file).warnings.map(({ path, message }) => `${path}: ${message}`);
const sessionOf = (file: string) => feedOf(file).events[0]?.sessions[0];
const without = (file: string) => ({ products: feedOf(file).products, status: sessionOf(file)?.status });

describe.skipIf(data === null)('a real feed', () => {
  it('is tested here', () => {
    const files = readdirSync(join(data ?? '', 'feeds')).filter((file) => file !== 'README.tsv');
    expect(files).toHaveLength(15);
  });

  // Four prices in one text, no currency: which ticket costs what is not told. The members of the address are no
  // terms of schema.org, so the place has only a name.
  it.each(['04b-domainedo-2027.jsonld', '04b-domainedo-season.jsonld'])(
    '%s: prices that are no amount',
    (file) => {
      expect(errorsOf(file)).toEqual([
        '$[0].offers.price “20€, 16€, 12€, 6€,”',
        '$[0].offers.priceCurrency',
        '$[1].offers.price “20€, 16€, 12€, 6€,”',
        '$[1].offers.priceCurrency',
      ]);
      expect(warningsOf(file)).toContain(
        '$[0].location.address["@streetAddress"]: "@streetAddress" is not read.',
      );
    },
  );

  // All 25 events are found in lists of lists. Five have no time, and those with a price have it in dollars.
  it('07-ticketmaster-2027.json: lists in lists, days without a time, dollars', () => {
    const file = '07-ticketmaster-2027.json';
    const errors = errorsOf(file) as string[];
    expect(errors.filter((error) => error.includes('startDate'))).toEqual([
      '$[0][0][0].startDate “2027-09-28”',
      '$[3][0][1].startDate “2027-09-11”',
      '$[4][0][0].startDate “2027-11-08”',
      '$[4][1][3].startDate “2027-09-28”',
      '$[5][1][0].startDate “2027-10-05”',
    ]);
    expect(errors.every((error) => error.includes('startDate') || /priceCurrency “USD”$/.test(error))).toBe(
      true,
    );
    expect(
      warningsOf(file).filter((warning) => warning.includes('a day does not say at what time')),
    ).toHaveLength(25);
  });

  // The price is only a smallest one; no day of June is the 64th.
  it('08-boat-party-2027.jsonld: an empty price, a sign for the currency, the 64th of June', () => {
    const file = '08-boat-party-2027.jsonld';
    expect(errorsOf(file)).toEqual(['$.offers.validFrom “2027-06-64T18:30”']);
    expect(warningsOf(file)).toContain(
      '$.offers: Not sold: one price, or a range whose two ends are the same, is needed.',
    );
  });

  it('10-metal-festival-2027.jsonld is sold', () => {
    const feed = feedOf('10-metal-festival-2027.jsonld');
    expect(feed.events[0]?.sessions).toMatchObject([
      { occursAt: '2027-09-07T12:00:00+02:00', duration: 'PT660M', status: 'scheduled' },
    ]);
    expect(feed.products).toMatchObject([
      { offers: [{ date: '2027-09-07', price: '33.00', saleStartsAt: '2026-05-21T10:00:00.000Z' }] },
    ]);
  });

  // One page as a whole catalogue would retire what is on the others.
  it.each(['11-rpde-page-2027-eur.json', '12-course-2027-eur.json', '13-openactive-series.json'])(
    '%s: a page of an OpenActive feed is refused, with the reason',
    (file) => {
      const result = resultOf(file);
      expect(result).toMatchObject({
        ok: false,
        errors: [{ path: '$.items', message: expect.stringContaining('OpenActive') as unknown }],
      });
    },
  );

  // One offer is sold out, the other is sold until its own end; the new date counts.
  it('14-rescheduled-2027-eur.jsonld: moved, and partly sold out', () => {
    const feed = feedOf('14-rescheduled-2027-eur.jsonld');
    expect(feed.events[0]).toMatchObject({
      name: { en: 'B.B. King with Jonathon "Boogie" Long' },
      sessions: [
        { occursAt: '2027-04-12T19:30:00+02:00', duration: 'PT150M', status: 'scheduled', remaining: null },
      ],
    });
    expect(feed.products.flatMap(({ offers }) => offers)).toMatchObject([
      { price: '63.25', remaining: 0 },
      { price: '299.00', remaining: null, saleEndsAt: '2027-03-19T22:59:00.000Z' },
    ]);
  });

  // A smallest price is not what a ticket costs.
  it('15-lowprice-2027-eur.jsonld is shown and not sold', () => {
    const file = '15-lowprice-2027-eur.jsonld';
    expect(without(file)).toEqual({ products: [], status: 'not_on_sale' });
    expect(feedOf(file).events[0]?.venue?.address).toBe('Philadelphia, PA');
  });

  it('16-cancelled-2027-eur.jsonld is shown as cancelled, whatever its offer says', () => {
    expect(without('16-cancelled-2027-eur.jsonld')).toEqual({ products: [], status: 'cancelled' });
  });

  it('17-soldout-2027-eur.jsonld is shown as sold out', () => {
    expect(sessionOf('17-soldout-2027-eur.jsonld')).toMatchObject({ status: 'scheduled', remaining: 0 });
  });

  it('18-schemaorg-graph-without-event.jsonld has nothing to show', () => {
    expect(errorsOf('18-schemaorg-graph-without-event.jsonld')).toEqual(['$']);
  });

  // Without a context nothing says that it is schema.org, and without a currency nothing that it is in euros. All of
  // it is told at once, of both events.
  it('22-ticketio-2027.json lacks the context and the currency', () => {
    expect(errorsOf('22-ticketio-2027.json')).toEqual([
      '$[0]["@context"]',
      '$[1]["@context"]',
      '$[0].offers.priceCurrency',
      '$[1].offers.priceCurrency',
    ]);
  });

  // Midnight in UTC is one in the morning in Paris; no place, no offers.
  it('23-pretix-2027.jsonld is shown and not sold', () => {
    const file = '23-pretix-2027.jsonld';
    expect(without(file)).toEqual({ products: [], status: 'not_on_sale' });
    expect(sessionOf(file)?.occursAt).toBe('2027-12-26T01:00:00+01:00');
    expect(feedOf(file).events[0]?.venue).toBeNull();
  });

  it('of a whole programme has a session for each entry', () => {
    const result = readAtOnce(readShared(data ?? '', 'open-house-2021.jsonld'));
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const sessions = result.feed.events.flatMap((event) => event.sessions);
    expect([result.feed.events.length, sessions.length]).toEqual([87, 327]);
    expect(sessions.filter(({ capacity }) => capacity !== null)).toHaveLength(215);
  });
});
