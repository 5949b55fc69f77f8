import { v7 as newId } from 'uuid';
import type { CheckoutContext } from '../../context';
import { findCheckout } from '../../data/checkout-store';
import { lockGuest, nameBooking, saveGuestResult } from '../../data/guest-store';
import type { Checkout } from '../../rules/checkout';
import type { Guest, GuestList } from '../../tables/guest-table';
import type { GuestProblem } from '../../values/guest-values';
import { giveBack, holdNamed } from '../basket/hold-named';
import { giveTickets } from '../counter/give-tickets';
import { takePayment } from '../counter/take-payment';

/** How many checkouts are made for a guest, if what is held for one ends before it is placed. */
const mostCheckouts = 5;

/** A guest whose row names a checkout. */
type Named = Guest & { checkoutId: string; askedAt: Date };

/** `later`: the service is busy, or another worker was first. `again`: what was held is of no use any more. */
type Outcome = 'placed' | 'later' | 'again' | GuestProblem;

/**
 * Does what is due to make the booking of one guest, as a sale at the counter that costs nothing. False: it has to be tried later.
 * Throws a ServiceError while the service can't be asked.
 */
export async function bookGuest(context: CheckoutContext, list: GuestList, guest: Guest): Promise<boolean> {
  const named = await nameOnce(context, guest);
  if (named === null) return true;
  const outcome = await outcomeOf(context, list, named);
  if (outcome === 'later') return false;
  if (outcome === 'again' && named.tries < mostCheckouts) {
    await context.database.transaction((transaction) => nameBooking(transaction, named, newId()));
    return true;
  }
  const problem = await problemOf(context, named, outcome === 'again' ? 'not_made' : outcome);
  await context.database.transaction((transaction) => saveGuestResult(transaction, named, problem));
  return true;
}

/** Null: there is a booking. What is held is given back before the problem is stored, so that a crash in between leads here again. */
async function problemOf(
  context: CheckoutContext,
  { checkoutId }: Named,
  outcome: 'placed' | GuestProblem,
): Promise<GuestProblem | null> {
  if (outcome === 'placed') return null;
  return (await giveBack(context, checkoutId)) === 'placed' ? null : outcome;
}

/** Null: another worker was first. */
async function nameOnce({ database }: CheckoutContext, guest: Guest): Promise<Named | null> {
  const { checkoutId, askedAt } = guest;
  if (checkoutId !== null && askedAt !== null) return { ...guest, checkoutId, askedAt };
  const named = await database.transaction((transaction) => nameBooking(transaction, guest, newId()));
  return named === null ? null : { ...guest, ...named };
}

async function outcomeOf(context: CheckoutContext, list: GuestList, guest: Named): Promise<Outcome> {
  const made = await findCheckout(context.database, guest.checkoutId);
  if (made !== null && made.state !== 'held') return isOver(made) ? 'again' : 'placed';
  if (made?.holdAlive === false) return 'again';
  const held = made === null ? await hold(context, list, guest) : 'held';
  return held === 'held' ? place(context, list, guest) : held;
}

const isOver = ({ state }: Checkout) => state === 'expired' || state === 'cancelled';

async function hold(context: CheckoutContext, list: GuestList, guest: Named): Promise<'held' | Outcome> {
  const { checkoutId: id, askedAt, quantity } = guest;
  const { language, catalogId, item } = list;
  const held = await holdNamed(context, {
    id,
    askedAt,
    language,
    catalogId,
    channel: 'counter',
    items: [{ ...item, quantity }],
    purpose: 'guest',
    detail: { guestList: list.id },
    isWanted: async (transaction) => {
      const row = await lockGuest(transaction, guest);
      return row?.checkoutId === id && row.state === 'waiting';
    },
  });
  if (held === 'busy') return 'later';
  return held === 'invalid' ? 'not_on_sale' : held;
}

async function place(
  context: CheckoutContext,
  { staff, actor, reason, language, country, contact }: GuestList,
  { checkoutId, firstname, lastname, email }: Named,
): Promise<Outcome> {
  const given = await giveTickets(context, { checkoutId, staff, actor, reason, language });
  if (given === 'unavailable') return 'later';
  if (given === 'not_held' || given === 'several') return 'again';
  if (given !== 'given') return given;
  const customer = { firstname: firstname ?? '', lastname: lastname ?? '', country, language };
  const taken = await takePayment(context, {
    checkoutId,
    staff,
    total: '0.00',
    isReached: email !== null,
    tender: { method: 'cash', given: '0.00' },
    customer: { ...customer, email: email ?? contact ?? '' },
  });
  switch (taken.kind) {
    case 'taken':
    case 'paid_before':
      return 'placed';
    case 'unavailable':
      return 'later';
    case 'called_off':
      return 'not_on_sale';
    case 'total_changed':
    case 'not_enough':
      return 'not_free';
    case 'expired':
    case 'missing':
    case 'credit_left':
    case 'credit_lost':
      return 'again';
  }
}
