import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestedItem } from '@/lib/shop/rules/requested-items';
import { readOrders } from '@/lib/shop/data/order-store';
import { findCheckout } from '@/lib/shop/data/checkout-store';
import type { State } from '@/lib/shop/values/checkout-state';
import { lastSegment } from '@/lib/contract/iri';
import { orderOf } from '@/testing/shop/test-shop';
import { codes, type OfferOnSale } from './catalogue';
import { ask, askInTabs, type Person, type Storm } from './storm-context';

/** A purchase that has come to an end, or has not. */
export interface Bought {
  id: string;
  person: Person;
  state: State | 'abandoned' | null;
}

/** They have stories of their own. */
const special: readonly string[] = ['rare', 'card'];

/** One of the offers; of these products, if they are named. */
export function offerOf({ offers, random }: Storm, keys?: readonly string[]): OfferOnSale {
  const [first, ...others] = offers.filter(
    ({ key, ticket, sessions }) =>
      (ticket === null || sessions.length > 0) && (keys?.includes(key) ?? !special.includes(key)),
  );
  if (first === undefined) throw new Error('nothing is on sale');
  return random.pick([first, ...others]);
}

/** An item of the offer, for one of its sessions if it has some. */
export function itemOf({ random }: Storm, offer: OfferOnSale, quantity: number): RequestedItem {
  const { ticket, dated, sessions } = offer;
  const [first, ...others] = sessions;
  return {
    quantity,
    offer: offer.offer,
    ticketSessions: [
      ...(ticket === null || first === undefined
        ? []
        : [{ ticket, session: random.pick([first, ...others]) }]),
      ...(dated === null ? [] : [{ ticket: dated }]),
    ],
  };
}

/** Holds items in a new basket, or in that of a checkout. Resolves to the checkout; null: they are not held. */
export async function holdItems(
  storm: Storm,
  items: readonly RequestedItem[],
  openCheckoutId: string | null = null,
): Promise<string | null> {
  const held = await ask(storm, 'hold', {
    language: 'en',
    catalogId: storm.world.catalogue.id,
    items,
    openCheckoutId,
    tokenHash: randomUUID(),
    network: 'home',
    site: null,
  });
  if (held?.kind !== 'held') storm.count(`not held: ${held?.kind ?? 'no answer'}`);
  return held?.kind === 'held' ? held.checkoutId : null;
}

/** Someone on the payment page, who has not paid. */
export async function openPaymentPage(storm: Storm): Promise<{ id: string; sessionId: string }> {
  const id = await holdItems(storm, [itemOf(storm, offerOf(storm, ['odd', 'third']), 1)]);
  if (id === null) throw new Error('nothing could be held');
  const due = await ask(storm, 'amountDue', id);
  const placed = await ask(storm, 'placeOrder', orderOf(id, due ?? '', storm.newPerson()));
  if (placed?.kind !== 'pay') throw new Error(`there is no payment page: ${placed?.kind ?? 'no answer'}`);
  return { id, sessionId: lastSegment(placed.url) };
}

const patienceMilliseconds = 90_000;

/** The state of a purchase, as soon as it is one of these, or when the customer has waited long enough. */
export async function stateAfter(
  { world }: Storm,
  id: string,
  states: readonly State[],
): Promise<State | null> {
  const end = Date.now() + patienceMilliseconds;
  for (;;) {
    const state = (await findCheckout(world.shop, id))?.state ?? null;
    if (state !== null && (states.includes(state) || Date.now() > end)) return state;
    await pause(250);
  }
}

export const ends: readonly State[] = ['ordered', 'refunded', 'attention', 'expired', 'cancelled'];

interface Paying {
  /** False: the customer leaves at the payment page. */
  pays?: boolean;
  /** The customer pays when the hold is about to end, or has just ended. */
  isLate?: boolean;
  /** In how many tabs the order is placed at once. */
  tabs?: number;
}

const mostOrders = 8;

/** Orders, and pays what is due; repeatedly if the total changes or a service is unavailable. */
export async function orderAndPay(
  storm: Storm,
  id: string,
  person: Person,
  { pays = true, isLate = false, tabs = 1 }: Paying = {},
): Promise<Bought['state']> {
  const { random, count } = storm;
  for (let tries = 0; tries < mostOrders; tries += 1) {
    const due = await ask(storm, 'amountDue', id);
    if (due === null) return null;
    const answers = await askInTabs(storm, tabs, 'placeOrder', orderOf(id, due, person));
    const placed = answers.find((one) => one?.kind === 'pay') ?? answers[0];
    count(`order: ${placed?.kind ?? 'no answer'}`);
    if (placed?.kind === 'placed') return stateAfter(storm, id, ends);
    if (placed?.kind === 'pay') {
      if (!pays) return 'abandoned';
      if (isLate) await waitForEndOfHold(storm, id);
      if (await payPage(storm, placed.url, id)) return stateAfter(storm, id, ends);
    }
    if (placed?.kind === 'credit_left' && random.chance(0.5)) await ask(storm, 'keepTickets', id);
    else if (
      placed?.kind === 'expired' ||
      placed?.kind === 'amount_too_small' ||
      placed?.kind === 'credit_left'
    )
      return stateAfter(storm, id, [...ends, 'held']);
  }
  return stateAfter(storm, id, [...ends, 'held', 'paying']);
}

/** False when the page can't be paid any more. */
async function payPage(storm: Storm, url: string, id: string): Promise<boolean> {
  const { world, random, count } = storm;
  const sessionId = lastSegment(url);
  const isOpen = () => world.provider.sessions.get(sessionId)?.status === 'open';
  if (random.chance(0.1) && isOpen()) world.provider.decline(sessionId);
  if (!isOpen()) return false;
  world.provider.pay(sessionId);
  count('paid');
  // The customer comes back, or closes the window.
  if (random.chance(0.5)) await ask(storm, 'askIfPaying', id);
  return true;
}

/** Until a moment within three seconds of the end of the hold, before it or after it. */
async function waitForEndOfHold({ world, random }: Storm, id: string): Promise<void> {
  const checkout = await findCheckout(world.shop, id);
  const end = (checkout?.expiresAt.getTime() ?? 0) + random.whole(-3_000, 3_000);
  await pause(Math.max(0, end - Date.now()));
}

interface Buying extends Paying {
  keys?: readonly string[];
  quantity?: number;
  items?: number;
  /** A code that is typed; null: none. */
  code?: string | null;
}

/** Holds, perhaps with a voucher or with more items, orders and pays. Null: nothing could be held. */
export async function buy(storm: Storm, buying: Buying = {}): Promise<Bought | null> {
  const { random } = storm;
  const { keys, quantity = random.whole(1, 3), items = random.chance(0.2) ? 2 : 1 } = buying;
  const { code = random.chance(0.3) ? random.pick(codes) : null } = buying;
  const person = storm.newPerson();
  const wanted = Array.from({ length: items }, () => itemOf(storm, offerOf(storm, keys), quantity));
  const id = await holdItems(storm, wanted);
  if (id === null) return null;
  if (code !== null) await typeCode(storm, id, code);
  if (random.chance(0.1)) await holdItems(storm, [itemOf(storm, offerOf(storm, keys), 1)], id);
  const tabs = random.chance(0.15) ? 2 : 1;
  const state = await orderAndPay(storm, id, person, { tabs, ...buying });
  storm.count(`bought: ${state ?? 'no answer'}`);
  return { id, person, state };
}

/** A code is typed, and sometimes another one in another tab; sometimes it is removed again. */
export async function typeCode(storm: Storm, id: string, code: string): Promise<void> {
  const { random } = storm;
  const typed = random.chance(0.3) ? [code, random.pick(codes)] : [code];
  await applyInTabs(storm, id, typed);
  if (random.chance(0.15)) await ask(storm, 'dropVoucher', id);
}

/** Each code in a tab of its own, at the same time. */
export async function applyInTabs(storm: Storm, id: string, typed: readonly string[]): Promise<void> {
  const answers = await Promise.all(typed.map((code) => ask(storm, 'applyVoucher', id, code)));
  for (const answer of answers)
    storm.count(`voucher: ${typeof answer === 'object' ? (answer?.refusal ?? 'no answer') : answer}`);
}

export const ordersOf = ({ world }: Storm, id: string) => readOrders(world.shop, id);
