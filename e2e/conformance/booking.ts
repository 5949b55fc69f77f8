import { Mismatch, NotShown, notShown } from './expect';
import type { Exchange, Probe } from './probe';
import { type Purchase, readLeft } from './purchases';
import { arrayOf, isObject, type Json, objectOf, pathOf, textOf } from './values';
import type { World } from './world';

export const reservationsPath = '/v1/booking/reservations';
export const ordersPath = '/v1/booking/orders';

/** §4.4. The specification does not say which fields are required, so all are sent. */
export const customer = {
  firstname: 'Conny',
  lastname: 'Formance',
  email: 'conny@example.com',
  phone: '+33123456789',
  country: 'FR',
  language: 'fr',
};

export function itemOf({ offer, choice }: Purchase, quantity = 1) {
  return { quantity, offer, ticketSessions: choice };
}

/** The result of a request for reservations. */
export interface Held {
  exchange: Exchange;
  reservations: Json[];
  failed: unknown[];
}

export async function hold(probe: Probe, items: readonly unknown[]): Promise<Held> {
  const exchange = await probe.post(`${reservationsPath}/_bulk`, { items });
  const body = objectOf(exchange.body);
  return {
    exchange,
    reservations: isSuccess(exchange) ? arrayOf(body['reservations']).filter(isObject) : [],
    failed: arrayOf(body['failedReservations']),
  };
}

export function isSuccess({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** True when no reservation was made: a client error, or every item reported as failed. */
export function isRefused({ exchange, reservations }: Held): boolean {
  return (
    (exchange.status >= 400 && exchange.status < 500) || (isSuccess(exchange) && reservations.length === 0)
  );
}

/** How long the hold lasts (milliseconds), by the server's own clock. */
export function holdLength(reservation: Json): number {
  return Date.parse(textOf(reservation['expiresAt'])) - Date.parse(textOf(reservation['createdAt']));
}

/** One held purchase. */
export interface Holding {
  held: Held;
  purchase: Purchase;
  reservation: Json;
  path: string;
}

const triedAtMost = 6;
// A purchase that could not be held is tried after the others the next time.
const refusedBefore = new WeakSet<Purchase>();

/**
 * Holds the first available of the purchases. A listed offer may be sold out meanwhile, so several are tried.
 */
export async function holdFirst(
  world: World,
  purchases: readonly Purchase[],
  quantity = 1,
): Promise<Holding> {
  const wanted = [...purchases].sort((a, b) => Number(refusedBefore.has(a)) - Number(refusedBefore.has(b)));
  for (const purchase of wanted.slice(0, triedAtMost)) {
    if (purchase.realtimePriceRequired) await world.probe.get(`${purchase.offer}/price`);
    const held = await hold(world.probe, [itemOf(purchase, quantity)]);
    const [reservation] = held.reservations;
    if (reservation !== undefined) return { held, purchase, reservation, path: pathOf(reservation) };
    refusedBefore.add(purchase);
  }
  return notShown(`none of the ${Math.min(purchases.length, triedAtMost)} offers tried could be held`);
}

/**
 * Runs a check with a hold. If the check takes longer than the hold lasts, its failure proves nothing: it is
 * repeated with a new hold.
 */
export async function withinHold<T>(
  make: () => Promise<Holding>,
  whileHeld: (holding: Holding) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const holding = await make();
    try {
      return await whileHeld(holding);
    } catch (error) {
      const late = performance.now() - holding.held.exchange.sentAt >= holdLength(holding.reservation);
      if (!(error instanceof Mismatch) || !late) throw error;
      if (attempt === 4) throw new NotShown('holds end before anything can be done with them');
    }
  }
}

/** Holds the cheapest purchase for as long as `whileHeld` takes. */
export async function withHold<T>(
  world: World,
  whileHeld: (holding: Holding) => Promise<T>,
  quantity = 1,
): Promise<T> {
  const purchases = await world.purchases();
  return withinHold(() => holdFirst(world, plentiful(purchases, quantity), quantity), whileHeld);
}

/** The purchases with enough room: those without a limit first, cheap before expensive. */
export function plentiful(purchases: readonly Purchase[], quantity = 1): Purchase[] {
  return purchases
    .filter(({ left }) => left === null || left >= quantity)
    .sort((a, b) => Number(a.left !== null) - Number(b.left !== null) || a.cents - b.cents);
}

/**
 * True when a hold of this run on the same stock may have ended since `since`, so that more is available than
 * expected.
 */
export function mayHaveEnded(probe: Probe, { offer, choice }: Purchase, since: number): boolean {
  const stock = new Set([offer, ...choice.flatMap(({ session }) => session ?? [])]);
  const now = performance.now();
  return probe.exchanges
    .filter(({ method, path }) => method === 'POST' && path === `${reservationsPath}/_bulk`)
    .some(({ body, sentAt, answeredAt }) =>
      arrayOf(objectOf(body)['reservations'])
        .filter(isObject)
        .some((one) => {
          const length = holdLength(one);
          const ended = answeredAt + length >= since && sentAt + length <= now;
          return ended && stockOf(one).some((path) => stock.has(path));
        }),
    );
}

function stockOf(reservation: Json): string[] {
  return arrayOf(reservation['items'])
    .map(objectOf)
    .flatMap((item) => [
      textOf(item['offer']),
      ...arrayOf(item['offerTickets']).map((ticket) => textOf(objectOf(ticket)['session'])),
    ]);
}

const mostUnits = 60;

/** A purchase of limited capacity that has room for `least` now, and few enough units to hold them all. */
export async function limitedPurchase(
  world: World,
  least = 1,
  most = mostUnits,
): Promise<{ purchase: Purchase; left: number }> {
  const limited = (await world.purchases())
    .filter(({ left }) => left !== null && left <= most)
    .sort((a, b) => (a.left ?? 0) - (b.left ?? 0));
  for (const purchase of limited.slice(0, 8)) {
    const { left } = await readLeft(world.probe, purchase);
    if (left !== null && left >= least && left <= most) return { purchase, left };
  }
  return notShown(`no offer was found that has between ${least} and ${most} left`);
}

/** The result of a request for orders. */
export interface Ordered {
  exchange: Exchange;
  orders: Json[];
}

export async function order(
  probe: Probe,
  reservations: readonly string[],
  more: Record<string, unknown> = {},
): Promise<Ordered> {
  const exchange = await probe.post(`${ordersPath}/_bulk`, { reservations, customer, ...more });
  const orders = isSuccess(exchange) ? arrayOf(objectOf(exchange.body)['orders']).filter(isObject) : [];
  return { exchange, orders };
}

/** Orders a new hold; resolves to both. */
export async function orderNew(
  world: World,
  { quantity = 1, ...more }: { quantity?: number; externalReference?: string } = {},
): Promise<{ holding: Holding; order: Json; exchange: Exchange }> {
  return withHold(
    world,
    async (holding) => {
      const { exchange, orders } = await order(world.probe, [holding.path], more);
      const [made] = orders;
      if (made === undefined) {
        throw new Mismatch('an order', `${exchange.status} ${exchange.text.slice(0, 300)}`, exchange);
      }
      return { holding, order: made, exchange };
    },
    quantity,
  );
}

let references = 0;

/** A reference that no other run uses. */
export function newReference(): string {
  references += 1;
  return `conformance-${Date.now().toString(36)}-${references}`;
}
