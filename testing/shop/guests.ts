import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { findGuestList, type GuestListDraft, guestsOfList, type NewGuest } from '@/lib/shop/data/guest-store';
import { draftGuestList, startGuestList } from '@/lib/shop/flows/guest-list/write-guest-list';
import { auditTable } from '@/lib/shop/tables/audit-table';
import { draftOf } from './messages';
import type { TestShop } from './test-shop';

export const guestNamed = (lastname: string, changes: Partial<NewGuest> = {}): NewGuest => ({
  firstname: 'Guest',
  lastname,
  email: null,
  quantity: 1,
  ...changes,
});

/** A guest list for the first session of the programme, as it is read from a form. */
export function guestDraftOf(shop: TestShop, changes: Partial<GuestListDraft> = {}): GuestListDraft {
  const { catalogId, eventId, sessionId, day, occursAt, timezone, eventName } = draftOf(shop);
  const { offer, ticketSessions } = shop.ticketing.item(1);
  return {
    id: randomUUID(),
    catalogId,
    eventId,
    sessionId,
    day,
    occursAt,
    timezone,
    eventName,
    tariff: 'Adult',
    item: { offer, ticketSessions },
    language: 'en',
    country: 'FR',
    contact: 'desk@shop.example',
    reason: 'Première',
    staff: 'ada',
    actor: 'Ada',
    ...changes,
  };
}

/** Its version now. */
export async function guestVersionOf({ context }: TestShop, id: string): Promise<string> {
  const list = await findGuestList(context.database, id);
  if (list === null) throw new Error('there is no such list');
  return list.version;
}

/** A list that was started; the worker has not seen it. */
export async function startedGuestList(
  shop: TestShop,
  guests: readonly NewGuest[],
  changes: Partial<GuestListDraft> = {},
): Promise<string> {
  const draft = guestDraftOf(shop, changes);
  await draftGuestList(shop.context, draft, guests);
  const version = await guestVersionOf(shop, draft.id);
  const started = await startGuestList(shop.context, { id: draft.id, version, staff: draft.staff });
  if (started !== 'started') throw new Error(started);
  return draft.id;
}

/** Lets the worker finish; resolves to the guests. */
export async function untilBooked(shop: TestShop, id: string) {
  for (let round = 0; round < 20; round += 1) {
    await shop.laterAll();
    await shop.settle();
    const guests = await guestsOfList(shop.context.database, id);
    const isOver = ({ state, checkoutState }: (typeof guests)[number]) =>
      state === 'failed' || (state === 'placed' && checkoutState === 'ordered');
    if (guests.every(isOver)) return guests;
  }
  throw new Error(`it does not end: ${shop.reports.join('\n')}`);
}

/** How many tickets were ordered for each name, by the name of the buyer in the shop. */
export async function ticketsByName({ context, ticketing }: TestShop, id: string) {
  const rows = await context.database.rows(
    z.object({ name: z.string(), reference: z.string() }),
    sql`select customer->>'lastname' as name, reference from storefront.checkout
        where customer is not null and id in (
          select checkout_id from storefront.timeline where what = 'held' and detail->>'guestList' = ${id})
        order by customer->>'lastname'`,
  );
  return rows.map(({ name, reference }) => {
    const orders = ticketing.orders.filter(({ externalReference }) => externalReference === reference);
    return [
      name,
      orders.flatMap(({ items }) => items).reduce((sum, item) => sum + item.quantity, 0),
    ] as const;
  });
}

/** What staff did about a list, in order. */
export function guestAuditOf({ context }: TestShop, id: string) {
  return context.database.rows(
    z.object({ action: z.string(), staff: z.string(), detail: z.record(z.string(), z.unknown()) }),
    sql`select action, staff, detail from ${auditTable} where subject_id = ${id} order by id`,
  );
}
