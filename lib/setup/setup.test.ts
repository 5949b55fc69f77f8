import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftWith, event } from '@/testing/setup/drafts';
import { feedSchema } from '../contract/feed';
import { addDays } from '../locale/calendar';
import type { Draft } from './draft';
import { addEvent, removeEvent } from './events';
import { eventsOf } from './event-view';
import { setPrices } from './prices';
import { productsOf } from './product-view';
import { addProduct, changeProduct } from './products';
import type { Result } from './result';
import { blockDays, copySeason } from './season';
import { addOpeningHours, addSeries } from './series';
import { sessionsOf } from './session-view';
import { changeSession, removeSessions } from './sessions';

/** One thing that somebody does with what is there then. */
type Step = (draft: Draft) => Result<object>;

const today = '2031-03-01';
const day = fc.integer({ min: -3, max: 90 }).map((days) => addDays(today, days));
const place = fc.nat(5);
const span = fc.tuple(day, fc.nat(40)).map(([from, days]) => ({ from, until: addDays(from, days) }));
const weekdays = fc.uniqueArray(fc.nat(6), { minLength: 1 });
const price = fc.constantFrom('10', '12,50', '15.00', '20');
const capacity = fc.option(fc.nat(500));

const eventAt = (draft: Draft, index: number) => {
  const events = eventsOf(draft);
  return events[index % Math.max(events.length, 1)]?.key ?? 'none';
};
const productAt = (draft: Draft, index: number) => {
  const products = productsOf(draft);
  return products[index % Math.max(products.length, 1)]?.key ?? 'none';
};

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      place,
      span,
      weekdays,
      time: fc.constantFrom('02:30', '10:00', '20:15'),
      except: fc.array(day),
      capacity,
    })
    .map(
      (one): Step =>
        (draft) =>
          addSeries(draft, {
            ...one,
            ...one.span,
            event: eventAt(draft, one.place),
            times: [one.time, '12:00'],
            minutes: 60,
            lateMinutes: one.capacity,
            counterPlaces: one.capacity,
            releaseMinutes: one.capacity,
            today,
          }),
    ),
  fc.record({ place, span, weekdays, window: fc.integer({ min: 5, max: 200 }), capacity }).map(
    (one): Step =>
      (draft) =>
        addOpeningHours(draft, {
          ...one,
          ...one.span,
          event: eventAt(draft, one.place),
          open: '10:00',
          close: '18:00',
          isSoldLate: one.capacity === null,
          counterPlaces: one.capacity,
          releaseMinutes: null,
          except: [],
          today,
        }),
  ),
  fc.record({ span, to: day, newUntil: fc.option(day) }).map(
    (one): Step =>
      (draft) =>
        copySeason(draft, { ...one, ...one.span, events: 'all', today }),
  ),
  span.map(
    (one): Step =>
      (draft) =>
        blockDays(draft, { ...one, events: 'all' }),
  ),
  fc.record({ place, name: fc.constantFrom('Tour', 'Été', '夜') }).map(
    ({ name }): Step =>
      (draft) =>
        addEvent(draft, { name: { en: name } }),
  ),
  place.map(
    (index): Step =>
      (draft) =>
        removeEvent(draft, eventAt(draft, index)),
  ),
  fc
    .record({
      price,
      places: fc.uniqueArray(place, { minLength: 1, maxLength: 2 }),
      dateAccess: fc.boolean(),
    })
    .map(
      (one): Step =>
        (draft) =>
          addProduct(draft, {
            name: { en: 'Adult' },
            vatRate: 0.1,
            events: [...new Set(one.places.map((index) => eventAt(draft, index)))].map((key) => ({
              key,
              dateAccess: one.dateAccess,
            })),
            price: one.price,
            today,
          }),
    ),
  fc.record({ product: place, event: place }).map(
    (one): Step =>
      (draft) =>
        changeProduct(draft, productAt(draft, one.product), {
          events: [{ key: eventAt(draft, one.event), dateAccess: false }],
          today,
        }),
  ),
  fc.record({ product: place, span, price, weekdays }).map(
    (one): Step =>
      (draft) =>
        setPrices(draft, { ...one, ...one.span, product: productAt(draft, one.product) }),
  ),
  fc.record({ place, session: fc.nat(50), day }).map((one): Step => (draft) => {
    const key = eventAt(draft, one.place);
    const session = sessionsOf(draft, key)[one.session]?.key ?? 'none';
    return changeSession(draft, {
      event: key,
      session,
      day: one.day,
      time: '09:00',
      minutes: null,
      capacity: 5,
      status: 'scheduled',
    });
  }),
  fc.record({ place, from: fc.nat(20), count: fc.nat(20) }).map((one): Step => (draft) => {
    const key = eventAt(draft, one.place);
    const sessions = sessionsOf(draft, key).slice(one.from, one.from + one.count);
    return removeSessions(draft, { event: key, sessions: sessions.map((session) => session.key) });
  }),
);

/** What has to be true after each step: the keys are unique, and customers can buy what is offered. */
function check(draft: Draft): void {
  const { error } = feedSchema.safeParse(draft);
  expect(error?.issues).toBeUndefined();
  for (const { key } of eventsOf(draft)) {
    const sessions = sessionsOf(draft, key);
    expect(new Set(sessions.map((session) => session.key)).size).toBe(sessions.length);
    expect(new Set(sessions.map(({ epoch }) => epoch)).size).toBe(sessions.length);
  }
  const { products } = feedSchema.parse(draft);
  for (const { offers, tickets } of products) {
    const dates = offers.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
    // One offer may be there only to keep the price.
    if (dates.length < 2) continue;
    for (const { event: key, dateAccess } of tickets) {
      const days = new Set(sessionsOf(draft, key).map((session) => session.day));
      if (!dateAccess) expect(dates.filter((date) => !days.has(date))).toEqual([]);
    }
  }
}

describe('whatever people do one after the other', () => {
  it('the document is a feed whose offers can be bought', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 12 }), (todo) => {
        let draft = draftWith({ events: [event()] });
        for (const step of todo) {
          const result = step(draft);
          if (result.kind === 'refused') continue;
          draft = result.draft;
          check(draft);
        }
      }),
      { numRuns: 150 },
    );
  });
});
