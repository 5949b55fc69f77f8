import { smallest } from './extremes';
import type { ReadSession } from './schema-org-session';
import type { PricedProduct, SaleTerms } from './schema-org-terms';

/** Whether an event has only days without a time. An error if it has such days and others, or one of them twice. */
export function isAnyTime(sessions: readonly ReadSession[]): boolean {
  const untimed = sessions.filter(({ anyTime }) => anyTime);
  const days = new Set<string>();
  for (const { start, part } of untimed) {
    if (untimed.length < sessions.length)
      part.at('startDate').fail('A time is needed, because other sessions of this event have one.');
    else if (days.has(start.day))
      part.at('startDate').fail('A time is needed, because this day is there twice.');
    days.add(start.day);
  }
  return untimed.length > 0;
}

/** The products of days without a time: each day's offer has the places, because there is no session to have them. */
export function anyTimeProducts({ products, sessions }: SaleTerms): PricedProduct[] {
  const ofDay = new Map([...sessions].map(([session, terms]) => [session.start.day, { session, terms }]));
  return products.map((product) => ({
    ...product,
    offers: product.offers.map((offer) => {
      const found = ofDay.get(offer.date);
      if (found === undefined) return offer;
      const { session, terms } = found;
      const isShared =
        products.filter(({ offers }) => offers.some(({ date }) => date === offer.date)).length > 1;
      const remaining = smallest([terms.remaining, offer.remaining ?? null]);
      if (isShared && smallest([session.capacity, terms.remaining]) !== null) {
        session.part.fail('A time is needed: without one, each price would sell all of its places.');
      }
      return { ...offer, capacity: session.capacity, remaining };
    }),
  }));
}
