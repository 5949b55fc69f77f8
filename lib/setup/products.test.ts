import { describe, expect, it } from 'vitest';
import { done, draftWith, event, pricesOf, product, refusal, session } from '@/testing/setup/drafts';
import { addDays } from '../locale/calendar';
import { addOfferDays, setPrices } from './prices';
import { periodsOf, productOf, productsOf } from './product-view';
import { addProduct, changeProduct, removeProduct } from './products';

const sessions = ['2031-05-31', '2031-06-01', '2031-06-02'].map((day) => session(`${day}T20:00:00`));
const museum = event({ key: 'museum', name: { en: 'Museum' }, sessions: [session('2031-06-02T10:00:00')] });
const events = [event({ sessions }), museum, event({ key: 'park', name: { en: 'Park' } })];
const draft = draftWith({ events });
const fields = {
  name: { en: 'Adult', fr: ' ' },
  vatRate: 0.055,
  events: [{ key: 'concert', dateAccess: false }],
  price: '18,5',
  today: '2031-06-01',
};

describe('a new product', () => {
  it('is offered from today on, on the days of its event', () => {
    const result = done(addProduct(draft, { ...fields, minimumQuantity: 2, maximumQuantity: 6 }));
    expect(result).toMatchObject({ key: 'adult', days: 2 });
    expect(result.draft.products).toEqual([
      {
        key: 'adult',
        name: { en: 'Adult' },
        vatRate: 0.055,
        minimumQuantity: 2,
        maximumQuantity: 6,
        tickets: [{ key: 'concert', name: { en: 'Concert' }, event: 'concert', dateAccess: false }],
        offers: [
          { date: '2031-06-01', price: '18.50', capacity: null },
          { date: '2031-06-02', price: '18.50', capacity: null },
        ],
      },
    ]);
  });

  it('keeps its price until its event has sessions', () => {
    const result = done(addProduct(draft, { ...fields, events: [{ key: 'park', dateAccess: false }] }));
    expect(result.days).toBe(0);
    expect(pricesOf(result.draft, 'adult')).toEqual({ '2031-06-01': '18.50' });
  });

  it('of several events is offered on their common days', () => {
    const both = [...fields.events, { key: 'museum', dateAccess: true }, { key: 'park', dateAccess: true }];
    const result = done(addProduct(draft, { ...fields, events: both }));
    expect(pricesOf(result.draft, 'adult')).toEqual({ '2031-06-02': '18.50' });
    expect(productOf(result.draft, 'adult')?.events.map(({ key, dateAccess }) => [key, dateAccess])).toEqual([
      ['concert', false],
      ['museum', true],
      ['park', true],
    ]);
  });

  it('has a key of its own', () => {
    const once = done(addProduct(draft, fields));
    expect(done(addProduct(once.draft, { ...fields, name: { en: 'Adult!' } })).key).toBe('adult-2');
  });

  it('is refused with what is wrong', () => {
    const wrong = {
      name: { fr: 'Adulte' },
      vatRate: 5.5,
      events: [],
      price: '1.234,5',
      minimumQuantity: 4,
      maximumQuantity: 3,
      cancellation: { deadlineHours: -1, share: 2 },
      rebooking: { deadlineHours: -1 },
      today: '2031-06-01',
    };
    expect(refusal(addProduct(draft, wrong))).toEqual([
      'name: missing',
      'vatRate: invalid',
      'events: missing',
      'maximumQuantity: order',
      'cancellation: invalid',
      'rebooking: invalid',
      'price: invalid',
    ]);
    const twice = [...fields.events, ...fields.events];
    expect(refusal(addProduct(draft, { ...fields, events: twice, price: ' ', minimumQuantity: 0 }))).toEqual([
      'events: taken',
      'minimumQuantity: invalid',
      'price: missing',
    ]);
    expect(refusal(addProduct(draft, { ...fields, events: [{ key: 'opera', dateAccess: false }] }))).toEqual([
      'events: unknown',
    ]);
  });
});

describe('a product that is changed', () => {
  const sold = draftWith({
    events,
    products: [
      product(
        { '2031-05-31': '10.00', '2031-06-01': '11.00', '2031-06-02': '12.00' },
        { own: 1, forms: ['f'] },
      ),
    ],
  });
  const today = '2031-06-01';

  it('keeps what is not given', () => {
    const result = done(
      changeProduct(sold, 'seat', { today, vatRate: null, rebooking: { deadlineHours: 2 } }),
    );
    expect(result.draft.products[0]).toEqual({
      ...(sold.products[0] as object),
      vatRate: null,
      rebooking: { deadlineHours: 2 },
    });
    const same = [{ key: 'concert', dateAccess: false }];
    expect(done(changeProduct(sold, 'seat', { today, events: same })).draft).toEqual(sold);
  });

  it('has offers on the days of its new events', () => {
    const both = [
      { key: 'concert', dateAccess: false },
      { key: 'museum', dateAccess: false },
    ];
    const less = done(changeProduct(sold, 'seat', { today, events: both }));
    expect(pricesOf(less.draft)).toEqual({ '2031-05-31': '10.00', '2031-06-02': '12.00' });
    const more = done(changeProduct(less.draft, 'seat', { today, events: both.slice(0, 1) }));
    expect(pricesOf(more.draft)).toEqual({
      '2031-05-31': '10.00',
      '2031-06-01': '10.00',
      '2031-06-02': '12.00',
    });
  });

  it('can be removed', () => {
    expect(done(removeProduct(sold, 'seat')).draft.products).toEqual([]);
    expect(refusal(removeProduct(sold, 'adult'))).toEqual(['key: unknown']);
    expect(refusal(changeProduct(sold, 'adult', { today }))).toEqual(['key: unknown']);
    expect(refusal(changeProduct(sold, 'seat', { today, name: { en: '\u200b' } }))).toEqual([
      'name: missing',
    ]);
  });
});

describe('prices', () => {
  // Four weeks from Monday, 2 June 2031, on; Saturdays and Sundays cost more.
  const days = Array.from({ length: 28 }, (_, index) => addDays('2031-06-02', index));
  const prices = Object.fromEntries(days.map((day, index) => [day, index % 7 > 4 ? '20.00' : '15.00']));
  const sold = draftWith({ events, products: [product(prices)] });
  const all = { product: 'seat', until: null, weekdays: [] };

  it('are shown as periods with their days of the week', () => {
    const terms = { originalPrice: null, capacity: null };
    expect(periodsOf(sold, 'seat')).toEqual([
      {
        from: '2031-06-02',
        until: '2031-06-27',
        days: 20,
        price: '15.00',
        weekdays: [0, 1, 2, 3, 4],
        ...terms,
      },
      { from: '2031-06-07', until: '2031-06-29', days: 8, price: '20.00', weekdays: [5, 6], ...terms },
    ]);
    expect(productsOf(sold)[0]).toMatchObject({
      offerCount: 28,
      lowest: '15.00',
      highest: '20.00',
      lastDay: '2031-06-29',
    });
    expect(periodsOf(sold, 'adult')).toEqual([]);
  });

  it('change from a day on', () => {
    const result = done(setPrices(sold, { ...all, from: '2031-06-18', price: '17' }));
    expect(result).toMatchObject({ days: 12, first: '2031-06-18', last: '2031-06-29' });
    expect(periodsOf(result.draft, 'seat').map(({ from, until, price }) => [from, until, price])).toEqual([
      ['2031-06-02', '2031-06-17', '15.00'],
      ['2031-06-07', '2031-06-15', '20.00'],
      ['2031-06-18', '2031-06-29', '17.00'],
    ]);
  });

  it('change on some days of the week, for one day, and with a price before a reduction', () => {
    const weekends = done(
      setPrices(sold, { ...all, from: '2031-06-16', weekdays: [5, 6], price: '22', originalPrice: '25' }),
    );
    expect(weekends).toMatchObject({ days: 4, first: '2031-06-21', last: '2031-06-29' });
    const day = done(
      setPrices(weekends.draft, { ...all, from: '2031-06-10', until: '2031-06-10', price: '5', capacity: 9 }),
    );
    expect(periodsOf(day.draft, 'seat').map((period) => Object.values(period).join(' '))).toEqual([
      '15.00   2031-06-02 2031-06-27 19 0,1,2,3,4',
      '20.00   2031-06-07 2031-06-15 4 5,6',
      '5.00  9 2031-06-10 2031-06-10 1 1',
      '22.00 25.00  2031-06-21 2031-06-29 4 5,6',
    ]);
  });

  it('do not keep what belonged to the old price', () => {
    const offers = [
      { date: '2031-06-02', price: '15.00', originalPrice: '20.00', priceExclTax: '14.00', remaining: 3 },
    ];
    const reduced = draftWith({ events, products: [product({}, { offers })] });
    const result = done(setPrices(reduced, { ...all, from: '2031-06-01', price: '12.00' }));
    expect(result.draft.products[0]).toMatchObject({
      offers: [{ date: '2031-06-02', price: '12.00', remaining: 3 }],
    });
    expect(result.draft.products[0]).not.toHaveProperty('offers.0.originalPrice');
    expect(result.draft.products[0]).not.toHaveProperty('offers.0.priceExclTax');
  });

  it('are refused with what is wrong', () => {
    const wrong = { from: 'now', until: '', weekdays: [8], price: 'free', originalPrice: '-1', capacity: -1 };
    expect(refusal(setPrices(sold, { product: 'seat', ...wrong }))).toEqual([
      'from: invalid',
      'until: missing',
      'weekdays: invalid',
      'price: invalid',
      'originalPrice: invalid',
      'capacity: invalid',
    ]);
    expect(
      refusal(setPrices(sold, { ...all, from: '2031-06-01', price: '20', originalPrice: '19' })),
    ).toEqual(['originalPrice: order']);
    expect(refusal(setPrices(sold, { ...all, product: 'adult', from: '', price: '' }))).toEqual([
      'product: unknown',
    ]);
  });

  it('of tickets that need no session are given for days', () => {
    const pass = {
      name: { en: 'Pass' },
      vatRate: null,
      events: [{ key: 'park', dateAccess: true }],
      price: '5',
      today: '2031-06-03',
    };
    const { draft: open, key } = done(addProduct(draft, pass));
    const week = {
      product: key,
      weekdays: [0, 1],
      from: '2031-06-01',
      until: '2031-06-15',
      except: ['2031-06-09'],
      price: '6',
    };
    const result = done(addOfferDays(open, week));
    expect(result).toMatchObject({ days: 3, first: '2031-06-02', last: '2031-06-10' });
    expect(pricesOf(open, key)).toEqual({});
    expect(pricesOf(result.draft, key)).toEqual({
      '2031-06-02': '6.00',
      '2031-06-03': '6.00',
      '2031-06-10': '6.00',
    });
    expect(refusal(addOfferDays(open, { ...week, weekdays: [], until: '2031-05-01', price: '' }))).toEqual([
      'until: order',
      'weekdays: missing',
      'price: missing',
    ]);
    expect(refusal(addOfferDays(open, { ...week, product: 'adult' }))).toEqual(['product: unknown']);
    expect(refusal(addOfferDays(open, { ...week, until: '2099-01-01' }))).toEqual(['until: too_many']);
  });
});

it('prices tell what they are, and exceptions that are on none of their days', () => {
  const open = draftWith({ products: [product({})] });
  const week = { weekdays: [5], from: '2031-06-07', until: '2031-06-14', price: '8' };
  const result = done(addOfferDays(open, { ...week, product: 'seat', except: ['2031-06-14', '2031-06-15'] }));
  expect(result).toMatchObject({ days: 1, price: '8.00', originalPrice: null, unused: ['2031-06-15'] });
  expect(refusal(addOfferDays(open, { ...week, product: 'seat', except: ['31.2.2031'] }))).toEqual([
    'except: invalid',
  ]);
});

it('two tariffs for the same events have different names', () => {
  const { draft: once } = done(addProduct(draft, fields));
  const again = { ...fields, name: { en: ' ADULT ' } };
  expect(refusal(addProduct(once, again))).toEqual(['name: taken']);
  const park = [{ key: 'park', dateAccess: false }];
  const { draft: both, key } = done(addProduct(once, { ...again, events: park }));
  expect(refusal(changeProduct(both, key, { today: fields.today, events: fields.events }))).toEqual([
    'name: taken',
  ]);
  // Those that a feed has made so can still be changed.
  const twins = draftWith({ events, products: [product({}), product({}, { key: 'other' })] });
  const change = { today: fields.today, name: { en: 'Seat' }, vatRate: 0.2 };
  expect(done(changeProduct(twins, 'other', change)).draft.products[1]).toMatchObject({ vatRate: 0.2 });
});
