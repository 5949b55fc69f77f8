import type { Database } from '@/lib/database/database';
import type { ChangeCount } from '../availability/changes';
import type { PriceSource } from './price-source';
import { findPriceQuestion, savePrice } from './price-store';

/**
 * - `in_force`: the listed price is the price of this moment
 * - `gone`: the issuer no longer sells the offer
 * - `unavailable`: the issuer could not tell; the listed price may be wrong
 */
export type PriceCheck = 'in_force' | 'gone' | 'unavailable';

/** What asking for a price takes. */
export interface PriceTools {
  database: Database;
  prices: PriceSource;
  changes: ChangeCount;
}

/** What is being asked at each source, by offer. */
const underWay = new WeakMap<PriceSource, Map<string, Promise<PriceCheck>>>();

/**
 * Makes the listed price of an offer the one in force, by asking the issuer's source where it has one; to be called
 * outside any transaction, since an answer may take seconds. Whoever comes while it is asked waits for the same answer.
 */
export function confirmPrice(
  tools: PriceTools,
  offer: { catalogId: string; id: string },
): Promise<PriceCheck> {
  const flights = underWay.get(tools.prices) ?? new Map<string, Promise<PriceCheck>>();
  underWay.set(tools.prices, flights);
  const key = `${offer.catalogId}/${offer.id}`;
  const flight = flights.get(key) ?? ask(tools, offer).finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}

async function ask(
  { database, prices, changes }: PriceTools,
  offer: { catalogId: string; id: string },
): Promise<PriceCheck> {
  const question = await findPriceQuestion(database, offer);
  if (question === null) return 'in_force';
  const answer = await prices.fetchPrice(question);
  switch (answer.kind) {
    case 'price':
      await database.transaction((transaction) => savePrice(transaction, offer, answer, question.askedAt));
      changes.note();
      return 'in_force';
    case 'gone':
    case 'unavailable':
      return answer.kind;
  }
}
