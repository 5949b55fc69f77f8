import type { Database } from '@/lib/database/database';
import type { ChangeCount } from '../availability/changes';
import type { PriceSource } from './price-source';
import { findPriceQuestion, savePrice } from './price-store';

/**
 * - `in_force`: the listed price is the current price
 * - `not_found`: the issuer no longer sells the offer
 * - `unavailable`: the issuer did not answer; the listed price may be wrong
 */
export type PriceCheck = 'in_force' | 'not_found' | 'unavailable';

export interface PriceContext {
  database: Database;
  prices: PriceSource;
  changes: ChangeCount;
}

/** The running requests to each source, by offer. */
const underWay = new WeakMap<PriceSource, Map<string, Promise<PriceCheck>>>();

/**
 * Makes the listed price of an offer the current one, by asking the issuer's source if it has one. Call it outside
 * any transaction, because an answer may take seconds. Concurrent calls for the same offer share one request.
 */
export function confirmPrice(
  context: PriceContext,
  offer: { catalogId: string; id: string },
): Promise<PriceCheck> {
  const flights = underWay.get(context.prices) ?? new Map<string, Promise<PriceCheck>>();
  underWay.set(context.prices, flights);
  const key = `${offer.catalogId}/${offer.id}`;
  const flight = flights.get(key) ?? ask(context, offer).finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}

async function ask(
  { database, prices, changes }: PriceContext,
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
    case 'not_found':
    case 'unavailable':
      return answer.kind;
  }
}
