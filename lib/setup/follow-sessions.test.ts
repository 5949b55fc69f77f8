import { describe, expect, it } from 'vitest';
import { done, draftWith, event, pricesOf, product, session } from '@/testing/setup/drafts';
import { addDays } from '../locale/calendar';
import { addSeries } from './series';
import { removeSessions } from './sessions';
import { sessionsOf } from './session-view';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const series = {
  event: 'concert',
  weekdays: everyDay,
  times: ['20:00'],
  except: [],
  minutes: null,
  capacity: null,
  lateMinutes: null,
  counterPlaces: null,
  releaseMinutes: null,
  today: '2031-01-01',
};

/** A price for each day from Monday, 2 June 2031, on. */
const fromMonday = (...prices: string[]) =>
  Object.fromEntries(prices.map((price, index) => [addDays('2031-06-02', index), price]));

/** The prices of the next week, for a product with these prices. */
function nextWeek(prices: Readonly<Record<string, string>>): string {
  const days = Object.keys(prices);
  const from = addDays(days.at(-1) ?? '', 1);
  const sessions = days.map((day) => session(`${day}T20:00:00`));
  const draft = draftWith({ events: [event({ sessions })], products: [product(prices)] });
  const { draft: after } = done(addSeries(draft, { ...series, from, until: addDays(from, 6) }));
  return Object.values(pricesOf(after)).slice(days.length).join(' ');
}

describe('the price of a new day', () => {
  const usual = ['15.00', '15.00', '15.00', '15.00', '15.00', '20.00', '20.00'];

  it('is that of the same day of the week', () => {
    expect(nextWeek(fromMonday(...usual))).toBe(usual.join(' '));
    expect(nextWeek(fromMonday(...usual, ...usual))).toBe(usual.join(' '));
  });

  it('is the new one if prices changed within the last week', () => {
    const changed = ['15.00', '15.00', '17.00', '17.00', '17.00', '24.00', '24.00'];
    expect(nextWeek(fromMonday(...usual, ...changed))).toBe(
      ['17.00', '17.00', '17.00', '17.00', '17.00', '24.00', '24.00'].join(' '),
    );
  });

  it('is that of the last day if no day of the last week is the same', () => {
    expect(nextWeek({ '2031-06-04': '15.00', '2031-06-06': '18.00' })).toBe(
      // From Saturday on; Wednesday is the fifth day.
      '18.00 18.00 18.00 18.00 15.00 18.00 18.00',
    );
  });

  it('is that of the first days before all others', () => {
    const sessions = [session('2031-06-07T20:00:00'), session('2031-06-09T20:00:00')];
    const products = [product({ '2031-06-07': '20.00', '2031-06-09': '15.00' })];
    const draft = draftWith({ events: [event({ sessions })], products });
    const { draft: after } = done(addSeries(draft, { ...series, from: '2031-06-01', until: '2031-06-03' }));
    expect(pricesOf(after)).toMatchObject({
      '2031-06-01': '20.00',
      '2031-06-02': '15.00',
      '2031-06-03': '20.00',
    });
  });

  it('comes with what is said beside it, but not with what was true of one day', () => {
    const offer = {
      date: '2031-06-01',
      price: '15.00',
      originalPrice: '20.00',
      priceExclTax: '13.00',
      capacity: 30,
      remaining: 2,
      saleStartsAt: '2031-05-01T00:00:00+02:00',
      saleEndsAt: '2031-05-31T00:00:00+02:00',
      own: 1,
    };
    const draft = draftWith({
      events: [event({ sessions: [session('2031-06-01T20:00:00')] })],
      products: [product({}, { offers: [offer] })],
    });
    const { draft: after } = done(addSeries(draft, { ...series, from: '2031-06-02', until: '2031-06-02' }));
    const [{ offers }] = after.products as [{ offers: object[] }];
    expect(offers).toEqual([
      offer,
      {
        date: '2031-06-02',
        price: '15.00',
        originalPrice: '20.00',
        priceExclTax: '13.00',
        capacity: 30,
        own: 1,
      },
    ]);
  });
});

describe('the days of a product', () => {
  const tickets = (museum: boolean) => [
    { key: 'concert', name: { en: 'Concert' }, event: 'concert', dateAccess: false },
    { key: 'museum', name: { en: 'Museum' }, event: 'museum', dateAccess: museum },
  ];
  const museum = event({
    key: 'museum',
    sessions: [session('2031-06-01T10:00:00'), session('2031-06-03T10:00:00')],
  });
  const sessions = [session('2031-06-01T20:00:00')];
  const house = (members: object, events = [event({ sessions }), museum]) =>
    draftWith({ events, products: [product({ '2031-06-01': '30.00' }, members)] });
  const added = { ...series, from: '2031-06-02', until: '2031-06-03' };

  it('are those that all of its events have', () => {
    const result = done(addSeries(house({ tickets: tickets(false) }), added));
    expect(pricesOf(result.draft)).toEqual({ '2031-06-01': '30.00', '2031-06-03': '30.00' });
    expect(result.offers).toMatchObject({ added: 1, removed: 0 });
    const keys = sessionsOf(result.draft, 'museum').map(({ key }) => key);
    const without = done(removeSessions(result.draft, { event: 'museum', sessions: keys.slice(0, 1) }));
    expect(pricesOf(without.draft)).toEqual({ '2031-06-03': '30.00' });
  });

  it('need sessions of an event with tickets for any time only if it has some', () => {
    const open = [event({ sessions }), event({ key: 'museum' })];
    const result = done(addSeries(house({ tickets: tickets(true) }, open), added));
    expect(Object.keys(pricesOf(result.draft))).toEqual(['2031-06-01', '2031-06-02', '2031-06-03']);
    const closed = done(addSeries(house({ tickets: tickets(true) }), added));
    expect(Object.keys(pricesOf(closed.draft))).toEqual(['2031-06-01', '2031-06-03']);
  });

  it('stay as they are where the sessions do, also if they differ', () => {
    const prices = { '2031-05-01': '5.00', '2031-06-01': '30.00', '2031-09-09': '9.00' };
    const draft = draftWith({ events: [event({ sessions })], products: [product(prices)] });
    const result = done(addSeries(draft, { ...series, from: '2031-06-02', until: '2031-06-02' }));
    expect(pricesOf(result.draft)).toEqual({ ...prices, '2031-06-02': '30.00' });
  });

  it('are not touched if the product is a gift card or has other events', () => {
    const draft = draftWith({
      events: [event({ sessions }), museum],
      products: [
        product({ '2031-06-01': '30.00' }, { giftCard: true }),
        product({ '2031-06-01': '30.00' }, { key: 'other', tickets: [tickets(false)[1]] }),
      ],
    });
    const result = done(addSeries(draft, added));
    expect(result.offers).toMatchObject({ added: 0, removed: 0, prices: [] });
    expect(result.draft.products).toEqual(draft.products);
  });
});
