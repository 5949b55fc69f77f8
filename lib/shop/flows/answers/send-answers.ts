import { sql, type SQL } from 'drizzle-orm';
import type { ReservationItem } from '../../../contract/reservation';
import { ServiceError } from '../../../client/service-error';
import type { CheckoutContext } from '../../context';
import { readOrders } from '../../data/order-store';
import { backOffSeconds, endJob, insertJobs, jobRow, postponeJob } from '../../data/job-store';
import type { Checkout } from '../../rules/checkout';
import { findCheckout } from '../../data/checkout-store';
import type { UnitAnswers } from '../../values/checkout-values';
import { readHolds } from '../../data/hold-store';
import { note } from '../../data/timeline-store';
import { keyedItems, type KeyedItem } from './questions';

/** After so many tries, one a minute, the service is asked no more: two days. */
const mostTries = 2_880;

/** The parts of the transition that stores the order. */
export const enqueuedAnswers = ({ answers }: Checkout): SQL[] =>
  answers === null || answers.length === 0
    ? []
    : [sql`answer_jobs as (${insertJobs(sql`select ${jobRow('answers', sql`id::text`)} from moved`)})`];

/** Sends the answers of a checkout to the single tickets of its order (§2.12). A repetition changes nothing. */
export async function sendAnswers(
  context: CheckoutContext,
  checkoutId: string,
  tries: number,
): Promise<void> {
  const { database, report } = context;
  const checkout = await findCheckout(database, checkoutId);
  if (checkout === null) return endJob(database.single, 'answers', checkoutId);
  try {
    const results = await sendAll(context, checkout);
    const saved = results.filter((result) => result === 'saved').length;
    await finish(context, checkoutId, { saved, refused: results.length - saved });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'answers could not be sent', { checkout: checkoutId, reason: error.reason });
    if (tries < mostTries)
      return postponeJob(database, 'answers', checkoutId, { seconds: backOffSeconds(tries) });
    await finish(context, checkoutId, { saved: 0, refused: checkout.answers?.length ?? 0 });
  }
}

async function finish(
  { database, report }: CheckoutContext,
  checkoutId: string,
  detail: { saved: number; refused: number },
): Promise<void> {
  if (detail.refused > 0)
    report('error', 'the service does not take the answers of tickets', { checkout: checkoutId, ...detail });
  await database.transaction(async (transaction) => {
    await endJob(transaction, 'answers', checkoutId);
    await note(transaction, checkoutId, 'answers_sent', detail);
  });
}

type Result = 'saved' | 'refused';

async function sendAll(context: CheckoutContext, checkout: Checkout): Promise<Result[]> {
  const orders = await readOrders(context.database, checkout.id);
  const items = keyedItems(await readHolds(context.database, checkout.id));
  const results: Result[] = [];
  for (const unit of checkout.answers ?? []) {
    const item = items.find(({ key }) => key === unit.item);
    const order = orders.find(({ reservationId }) => reservationId === item?.hold.reservationId);
    const paths = item === undefined ? [] : (order?.data.items[item.position]?.tickets ?? []);
    results.push(...(await sendUnit(context, checkout, { unit, item, paths })));
  }
  return results;
}

interface OfUnit {
  unit: UnitAnswers;
  item: KeyedItem | undefined;
  /** The tickets of all units of the item. */
  paths: readonly string[];
}

async function sendUnit(
  context: CheckoutContext,
  { language }: Checkout,
  { unit, item, paths }: OfUnit,
): Promise<Result[]> {
  const own =
    item === undefined ? [] : ((await unitsOfItem(context, item.item, paths, language))[unit.unit] ?? []);
  if (own.length === 0) return ['refused'];
  return Promise.all(own.map((path) => context.client.answerItemTicket(path, unit.answers, { language })));
}

/**
 * The paths of the tickets of each unit of an item. Of an offer with several tickets, each unit has one of each: the service
 * names the ticket that it is.
 */
export async function unitsOfItem(
  { client }: Pick<CheckoutContext, 'client'>,
  { offerTickets }: Pick<ReservationItem, 'offerTickets'>,
  paths: readonly string[],
  language: string,
): Promise<string[][]> {
  if (offerTickets.length === 1) return paths.map((path) => [path]);
  const read = await Promise.all(paths.map((path) => client.getItemTicket(path, { language })));
  const counts = new Map<string, number>();
  const units: string[][] = [];
  for (const [index, path] of paths.entries()) {
    const one = read[index];
    if (one?.kind !== 'found') continue;
    const unit = counts.get(one.value.ticket) ?? 0;
    counts.set(one.value.ticket, unit + 1);
    units[unit] = [...(units[unit] ?? []), path];
  }
  return units;
}
