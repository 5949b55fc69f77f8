import { v7 as newId } from 'uuid';
import { ServiceError } from '../../../client/service-error';
import { addresses } from '../../../contract/iri';
import { together } from '../../../database/together';
import { defaultLanguage } from '../../../locale/languages';
import { describeHolds } from '../visit/describe-holds';
import { extendOne } from '../basket/extend-holds';
import { holdOf, releaseAll, reserve, type Taken } from '../basket/reserve';
import { earliest } from '../../rules/requested-items';
import type { CheckoutContext } from '../../context';
import { enqueueWaitingMail } from '../../data/mail-store';
import { insertedHeld } from '../../data/new-checkout';
import { readHolds } from '../../data/hold-store';
import { endJob } from '../../data/job-store';
import { newReference } from '../../tokens';
import {
  isEnough,
  keptMinutes,
  stockOf,
  take,
  type Stock,
  type WaitingEntry,
} from '../../rules/waiting-entry';
import {
  beginRequest,
  endOver,
  endRequest,
  findEntry,
  findList,
  lockEntry,
  nextRound,
  readUnanswered,
  readWaiting,
  saveState,
  type WaitingList,
} from '../../data/list-store';

/** A round begins no further request after this time, which is well before its lease ends. */
const roundMilliseconds = 20_000;

/**
 * One round of a waiting list: reads what is left of its offer, and holds tickets for the people in the line, the first
 * one first, for whom there are enough. Who wants more than there are is passed over and keeps the place: the tickets
 * could be bought by anybody meanwhile, so waiting for more of them would not keep them.
 */
export async function processWaitingList(context: CheckoutContext, listId: string): Promise<void> {
  const { database } = context;
  const began = performance.now();
  const list = await findList(database, listId);
  if (list === null) return endJob(database.single, 'waiting_list', listId);
  await database.transaction((transaction) => endOver(transaction, list.id));
  const unanswered = await readUnanswered(database, list.id);
  const hasWaiting = unanswered.length > 0 || (await readWaiting(database, list.id, null)).length > 0;
  const isLate = () => performance.now() - began > roundMilliseconds;
  let isComplete = true;
  for (const entry of unanswered) {
    if (isLate()) isComplete = false;
    else await offerTickets(context, list, entry);
  }
  if (hasWaiting && isComplete) isComplete = await offerStock(context, list, isLate);
  await nextRound(database, list.id, isComplete ? 'later' : 'now');
}

/** Resolves to whether it came to the end of the line, or of the stock. */
async function offerStock(
  context: CheckoutContext,
  list: WaitingList,
  isLate: () => boolean,
): Promise<boolean> {
  const stock = await readStock(context, list);
  if (stock === null || stock.offer === 0) return true;
  for (const entry of await readWaiting(context.database, list.id, stock.offer)) {
    if (!isEnough(stock, entry)) continue;
    if (isLate()) return false;
    const outcome = await offerTickets(context, list, entry);
    // The service is busy or unavailable: the others would not get an answer either.
    if (outcome === 'later') return true;
    // Refused, the service counts in another way than we do: the same number is not there for the next one.
    take(stock, entry);
  }
  return true;
}

/** Null if the offer is no longer in the catalogue. */
async function readStock(
  { client }: CheckoutContext,
  { catalogId, offerId }: WaitingList,
): Promise<Stock | null> {
  const call = { language: defaultLanguage, fresh: true };
  const [offer, tickets] = await Promise.all([
    client.getOfferAvailability(catalogId, offerId, call),
    client.listTickets(catalogId, offerId, call),
  ]);
  if (offer.kind === 'missing' || tickets.kind === 'missing') return null;
  return stockOf(offer.value.availableQuantity, tickets.value.members);
}

/** Requests the tickets for one person, and stores them as held for that person. */
async function offerTickets(
  context: CheckoutContext,
  list: WaitingList,
  entry: WaitingEntry,
): Promise<'held' | 'refused' | 'later'> {
  const { database, report } = context;
  const request = await beginRequest(database, entry.id);
  if (request === null) return 'refused';
  const { key, at } = request;
  const { quantity, ticketSessions, language } = entry;
  const item = { quantity, ticketSessions, offer: addresses.offer(list.catalogId, list.offerId) };
  try {
    const reserved = await reserve(context, [item], { language, idempotencyKey: key, asked: at });
    if (reserved.kind === 'held') {
      await keep(context, list, entry, { key, taken: await longer(context, entry, reserved.taken) });
      return 'held';
    }
    if (reserved.kind === 'busy' && reserved.running) return 'later';
    await endRequest(database, entry.id, key);
    return reserved.kind === 'busy' ? 'later' : 'refused';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'no tickets could be held for a waiting list', { list: list.id, reason: error.reason });
    // Something may be held after a lost answer: the next round repeats the request.
    if (error.effect === 'none') await endRequest(database, entry.id, key);
    return 'later';
  }
}

/** The reservations, extended until a person has had the time to read an e-mail, as far as the service allows. */
async function longer(
  context: CheckoutContext,
  { language }: WaitingEntry,
  taken: readonly Taken[],
): Promise<Taken[]> {
  const enough = Date.now() + keptMinutes * 60_000;
  const extend = async (one: Taken): Promise<Taken> => {
    if (one.expiresAt.getTime() >= enough) return one;
    const extended = await extendOne(context, one, language);
    return typeof extended === 'string' ? one : extend(extended);
  };
  return Promise.all(taken.map(extend));
}

/**
 * Stores the reservations as a checkout that no browser may see yet, with the e-mail about it, all in one transaction.
 * If the person has left meanwhile, they are released; if another process has stored the same ones, nothing is done.
 */
async function keep(
  context: CheckoutContext,
  list: WaitingList,
  { id, language }: WaitingEntry,
  { key, taken }: { key: string; taken: readonly Taken[] },
): Promise<void> {
  const checkoutId = newId();
  const isKept = await context.database.transaction(async (transaction) => {
    const entry = await lockEntry(transaction, id);
    if (entry?.state !== 'waiting' || entry.requestKey !== key) return false;
    const expiresAt = earliest(taken);
    const made = { id: checkoutId, reference: newReference(), language, expiresAt };
    const holds = taken.map((one) => holdOf(one, list.catalogId));
    await transaction.run(together(insertedHeld(made, holds, { waitingList: true })));
    await saveState(transaction, id, { state: 'notified', checkoutId });
    await enqueueWaitingMail(transaction, id, 'waiting_free');
    return true;
  });
  if (!isKept) {
    const now = await findEntry(context.database, id);
    const isStored = now?.requestKey === key && now.checkoutId !== null;
    if (!isStored) await releaseAll(context, taken, language);
    return;
  }
  // Descriptions are read now, because the catalogue may remove the event later.
  await describeHolds(context, await readHolds(context.database, checkoutId), language);
}
