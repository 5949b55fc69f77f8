import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { ServiceError } from '../../../client/service-error';
import type { ItemTicket } from '../../../contract/item-ticket';
import type { CheckoutContext } from '../../context';
import { venueDay } from '../../../locale/venue-time';
import { readOrders } from '../../data/order-store';
import { isPlaced, states } from '../../values/checkout-state';
import { readHolds } from '../../data/hold-store';
import { isAtRest, isOf } from '../../data/retention-store';

type Reading = Pick<CheckoutContext, 'client' | 'database'>;

type ReadTicket = Pick<ItemTicket, 'id' | 'status' | 'holder' | 'answers'>;

/** The tickets of a booking as the service has them, without the codes that open a door; null: it did not answer. */
export async function ticketsAtService(
  { client, database }: Reading,
  checkoutId: string,
): Promise<ReadTicket[] | null> {
  const items = (await readOrders(database, checkoutId)).flatMap(({ data }) => data.items);
  const tickets: ReadTicket[] = [];
  try {
    for (const path of items.flatMap((item) => item.tickets ?? [])) {
      const found = await client.getItemTicket(path, { language: 'en' });
      if (found.kind !== 'found') continue;
      const { id, status, holder, answers } = found.value;
      tickets.push({ id, status, holder, answers });
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  }
  return tickets;
}

const placedStates = states.filter((state) => isPlaced(state)).map((state) => `'${state}'`);

/** How many bookings that an erasure would change have valid tickets of a day that is not over. */
export async function countComing(context: Reading, typed: string): Promise<number> {
  const { database } = context;
  const bookings = await database.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.checkout
        where ${isOf(typed.toLowerCase())} and ${isAtRest} and state in (${sql.raw(placedStates.join(', '))})`,
  );
  let count = 0;
  for (const { id } of bookings)
    if ((await isComing(context, id)) && (await mayBeValid(context, id))) count += 1;
  return count;
}

async function isComing({ database }: Reading, checkoutId: string): Promise<boolean> {
  const holds = await readHolds(database, checkoutId);
  const lines = holds.flatMap(({ descriptions }) => Object.values(descriptions).flat());
  return lines.some(({ date, timezone, tickets }) => {
    const today = venueDay(new Date().toISOString(), timezone ?? 'UTC');
    return [date, ...tickets.map(({ occursAt }) => occursAt)].some(
      (day) => day !== null && day.slice(0, 10) >= today,
    );
  });
}

/** Also when nobody can tell. */
async function mayBeValid(context: Reading, checkoutId: string): Promise<boolean> {
  const orders = await readOrders(context.database, checkoutId);
  if (orders.length === 0) return false;
  const tickets = await ticketsAtService(context, checkoutId);
  return tickets === null || tickets.length === 0 || tickets.some(({ status }) => status === 'valid');
}
