import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { feedSchema, type ParsedFeed } from '@/lib/contract/feed';
import { demoFeeds } from './demo-feeds';

const demoUrl = 'http://demo.test';
const mornings = ['2026-11-21', '2027-02-20', '2026-07-01', '2026-10-20', '2026-12-31', '2028-02-29'];

function feedsOf(today: string): ParsedFeed[] {
  return demoFeeds({ today, demoUrl }).map((feed) => feedSchema.parse(feed));
}

function sessionsOf(feed: ParsedFeed): ParsedFeed['events'][number]['sessions'] {
  return feed.events.flatMap((event) => event.sessions);
}

/** Every text of a feed, at any place, that has a French or an English version. */
function textsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(textsOf);
  return 'fr' in value || 'en' in value ? [{ ...value }, ...inner] : inner;
}

function dayInZone(instant: string, timezone: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

describe.each(mornings)('the feeds of %s', (today) => {
  const feeds = feedsOf(today);
  const lastDay = Temporal.PlainDate.from(today).add({ days: 119 }).toString();

  it.each(feeds.map((feed) => [feed.catalog.key, feed] as const))('%s is complete', (_key, feed) => {
    const { timezone } = feed.catalog;
    for (const session of sessionsOf(feed)) {
      const day = dayInZone(session.occursAt, timezone);
      expect(session.occursAt.startsWith(day)).toBe(true);
      expect(day >= today && day <= lastDay).toBe(true);
    }
    for (const product of feed.products) {
      const isGiftCard = product.giftCard;
      expect(product.offers.length).toBeGreaterThan(isGiftCard ? 0 : 7);
      const dates = product.offers.map(({ date }) => date);
      expect(new Set(dates).size).toBe(dates.length);
      for (const ticket of product.tickets) {
        const event = feed.events.find(({ key }) => key === ticket.event);
        expect(event).toBeDefined();
        if (ticket.dateAccess) continue;
        const reachable =
          event?.sessions.filter(({ tag }) => ticket.tag === null || tag === ticket.tag) ?? [];
        const days = new Set(reachable.map(({ occursAt }) => dayInZone(occursAt, timezone)));
        expect(dates.filter((date) => !days.has(date))).toEqual([]);
      }
      expect(
        product.offers.filter(
          ({ date, saleEndsAt }) => saleEndsAt && !isGiftCard && !saleEndsAt.startsWith(date),
        ),
      ).toEqual([]);
    }
  });

  it('have no repeated key', () => {
    for (const feed of feeds) {
      const tickets = feed.products.flatMap((product) => product.tickets);
      for (const keyed of [feed.events, sessionsOf(feed), feed.products, tickets]) {
        expect(new Set(keyed.map(({ key }) => key)).size).toBe(keyed.length);
      }
    }
  });

  it('have the same days as the feeds of the next day, where both contain them', () => {
    const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString();
    for (const [index, next] of feedsOf(tomorrow).entries()) {
      const feed = feeds[index];
      const shared = (of: ParsedFeed | undefined) =>
        of && {
          sessions: sessionsOf(of).filter(({ key }) => !key.includes(today) && dayOf(key) <= lastDay),
          offers: of.products.map(({ key, offers }) => ({
            key,
            offers: offers.filter(({ date }) => date >= tomorrow && date <= lastDay),
          })),
        };
      expect(shared(next)).toEqual(shared(feed));
    }
  });

  it('stay small', () => {
    expect(feeds.flatMap(sessionsOf).length).toBeLessThan(6_000);
    expect(feeds.flatMap((feed) => feed.products).flatMap(({ offers }) => offers).length).toBeLessThan(2_500);
  });
});

function dayOf(sessionKey: string): string {
  return /\d{4}-\d{2}-\d{2}/.exec(sessionKey)?.[0] ?? '';
}

describe('the demonstration', () => {
  const [museum, theatre, river] = feedsOf('2026-11-21');
  const all = [museum, theatre, river].filter((feed) => feed !== undefined);

  it('has all texts in English and French', () => {
    for (const text of all.flatMap((feed) => textsOf([feed.catalog, feed.events, feed.products]))) {
      expect(Object.keys(text).sort()).toEqual(['en', 'fr']);
      expect(Object.values(text)).not.toContain('');
    }
    const described = all.flatMap((feed) => [...feed.events, ...feed.products]);
    for (const { description } of described) {
      expect(description['en']?.length).toBeGreaterThan(80);
      expect(description['fr']).not.toBe(description['en']);
    }
    for (const product of all.flatMap((feed) => feed.products)) {
      const tags = Object.values(product.description).flatMap((html) => html.match(/<\/?[^>]*>/g) ?? []);
      expect(tags.filter((tag) => !/^<\/?(?:p|strong|em|ul|li)>$/.test(tag))).toEqual([]);
    }
  });

  it('is the same feed for the same day', () => {
    expect(feedsOf('2026-11-21')).toEqual(all);
  });

  it('shows every state: sold out, one left, plenty, unlimited, closed', () => {
    for (const feed of all) {
      const capacities = new Set(sessionsOf(feed).map(({ capacity }) => capacity));
      expect(capacities.has(0)).toBe(true);
      expect(capacities.has(1)).toBe(true);
    }
    const tuesdays = museum?.products
      .flatMap(({ offers }) => offers)
      .filter(({ date }) => date === '2026-11-24');
    expect(tuesdays).toEqual([]);
    const ferry = river?.products.find(({ key }) => key === 'ferry');
    const crossings = river?.events.find(({ key }) => key === 'ferry')?.sessions;
    expect(new Set(crossings?.map(({ capacity }) => capacity))).toEqual(new Set([null]));
    expect(new Set(ferry?.offers.map(({ capacity }) => capacity))).toEqual(new Set([null]));
  });

  it('has places left in the last session of every day, on any date', () => {
    for (const feed of all) {
      for (const { sessions } of feed.events) {
        const ofDays = new Map(sessions.map(({ key, capacity }) => [dayOf(key), capacity]));
        for (const [day, capacity] of ofDays) expect(capacity ?? Infinity, day).toBeGreaterThanOrEqual(12);
      }
    }
  });

  it('has dozens of sessions a day, a full-day ticket and both in one offer', () => {
    const slots = museum?.events.find(({ key }) => key === 'blue')?.sessions ?? [];
    expect(slots.filter(({ key }) => dayOf(key) === '2026-11-23')).toHaveLength(24);
    const accesses = museum?.products.map(({ tickets }) => tickets.map(({ dateAccess }) => dateAccess));
    expect(accesses).toContainEqual([true]);
    expect(accesses).toContainEqual([false, true]);
  });

  it('has a reduction, a matinee with another price, and a performance for twelve', () => {
    const offers = (key: string) => theatre?.products.find((product) => product.key === key)?.offers ?? [];
    const saturday = (key: string) => offers(key).find(({ date }) => date === '2026-12-05')?.price;
    expect([saturday('tides-matinee'), saturday('tides-evening')]).toContain(undefined);
    expect(saturday('lock-keeper-matinee') ?? saturday('tides-matinee')).not.toBe(
      saturday('lock-keeper-evening') ?? saturday('tides-evening'),
    );
    for (const { price, originalPrice } of offers('tides-under-26')) {
      expect(Number(originalPrice)).toBe(2 * Number(price));
    }
    const suppers = theatre?.events.find(({ key }) => key === 'table-for-twelve')?.sessions ?? [];
    expect(new Set(suppers.map(({ capacity }) => capacity))).toEqual(new Set([12]));
  });

  it('has an offer for two events, and one whose price is fetched', () => {
    const combined = river?.products.find(({ key }) => key === 'museum-and-boat');
    expect(combined?.tickets.map(({ event, dateAccess }) => [event, dateAccess])).toEqual([
      ['loop', false],
      ['museum-visit', false],
    ]);
    const asked = river?.products.filter(({ realtimePriceRequired }) => realtimePriceRequired);
    expect(asked?.map(({ key }) => key)).toEqual(['sunset']);
  });

  it('keeps the venue’s local time when summer time begins', () => {
    const [, , spring] = feedsOf('2027-02-20');
    const cruises = spring?.events.find(({ key }) => key === 'loop')?.sessions ?? [];
    const noons = cruises.filter(({ key }) => /^loop\/2027-03-2[78]T12:00$/.test(key));
    expect(noons.map(({ occursAt }) => occursAt)).toEqual([
      '2027-03-27T12:00:00+01:00',
      '2027-03-28T12:00:00+02:00',
    ]);
  });
});
