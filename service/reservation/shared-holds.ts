import { freeTicketRule } from '@/lib/contract/return-rule';
import { type Database, isDatabaseUnavailable, type Transaction } from '@/lib/database/database';
import { compareAmounts } from '@/lib/money/money';
import { allocate, type Allocation, type CounterUnits, type HoldRequest } from '../availability/allocate';
import {
  expireMore,
  keepUnits,
  lockCounters,
  type LockedCounters,
  stockOf,
} from '../availability/hold-store';
import { enterHolds } from '../availability/set-capacities';
import { type Shared, sharedTransactions } from '../availability/shared-transactions';
import type { ChangeCount } from '../availability/changes';
import type { SoldOut } from '../availability/sold-out-cache';
import { inCatalog } from '../ids/catalog-id';
import { catalogVersions } from '../catalog/catalog-store';
import { priceWithoutTax } from '../offer/offer';
import { isSessionOnSale } from '../session/on-sale';
import { chooseSeats, readFreeSeats, seatNames, type SeatChoice, type SeatsOfSessions } from './choose-seats';
import type { Failure } from './failed-reservation';
import { countedUnits, type StoredReservation } from './reservation';
import { insertedReservations } from './reservation-store';
import type { ChosenTicket } from './reservation-table';
import type { ResolvedItem } from './resolve-items';

/** The items of one call; each is held completely or not at all. */
export interface HoldCall {
  organizationId: string;
  items: readonly ResolvedItem[];
  /** They are sold at a sales desk. */
  atDesk: boolean;
}

/** The result of a call: for each item, in their order, the reservation or why there is none. */
export type HoldOutcome =
  | { kind: 'decided'; results: (StoredReservation | Failure)[] }
  /** There was an import, or a change by staff, since the items were looked up, so nothing was held. */
  | { kind: 'stale' };

export type SharedHolds = Shared<HoldCall, HoldOutcome>;

interface SharedHoldsContext {
  database: Database;
  newId: () => string;
  holdSeconds: number;
  soldOut: SoldOut;
  changes: ChangeCount;
}

/** Holds for many calls in one transaction, in the order in which they came. */
export function sharedHolds(context: SharedHoldsContext): SharedHolds {
  return sharedTransactions<HoldCall, HoldOutcome>({
    isUnavailable: isDatabaseUnavailable,
    // Catalogues may be on different servers.
    ...(context.database.isDistributed ? { keysOf: (call) => catalogIds([call]) } : {}),
    work: async (calls) => {
      const outcomes = await context.database.transaction((transaction) =>
        holdAll(transaction, calls, context),
      );
      // Only now are the data that were read committed.
      for (const { counterId, atDesk } of outcomes.emptied) context.soldOut.remember(counterId, atDesk);
      context.changes.note();
      return outcomes.calls;
    },
  });
}

interface Wanted extends HoldRequest {
  item: ResolvedItem;
  organizationId: string;
}

async function holdAll(
  transaction: Transaction,
  calls: readonly HoldCall[],
  { newId, holdSeconds }: SharedHoldsContext,
): Promise<{ calls: HoldOutcome[]; emptied: { counterId: string; atDesk: boolean }[] }> {
  const wanted = calls.map(({ items, organizationId, atDesk }) =>
    items.map((item): Wanted => ({
      id: inCatalog(newId(), item.offer.catalogId),
      units: unitsOf(item),
      item,
      organizationId,
      atDesk,
    })),
  );
  const counters = wanted.flat().flatMap(({ units }) => units);
  const sessions = wanted.flat().flatMap(({ item }) => item.sessions);
  // Sent together: the seats are read when the counters are locked, and expired holds have ended.
  const [, locked, versions, seats] = await Promise.all([
    enterHolds(transaction, catalogIds(calls)),
    lockCounters(transaction, counters),
    catalogVersions(transaction, catalogIds(calls)),
    readFreeSeats(transaction, sessions),
  ]);
  const fresh = wanted.map((requests) => requests.every(({ item }) => isCurrent(item, versions)));
  const open = wanted.filter((_, i) => fresh[i]).flat();
  const decided = await decide(transaction, open, counters, { locked, seats });
  const expiresAt = new Date(decided.locked.at.getTime() + holdSeconds * 1000);
  const granted = [...decided.allocations].flatMap(([request, { kind }]) =>
    kind === 'held' ? [withSeats(request, decided)] : [],
  );
  const reservations = new Map(
    granted.map((request) => [request.id, reservationOf(request, decided.locked, expiresAt)]),
  );
  const written = insertedReservations([...reservations.values()]);
  await keepUnits(transaction, decided.locked, granted, expiresAt, written);
  return {
    calls: wanted.map((requests, i): HoldOutcome => {
      if (fresh[i] !== true) return { kind: 'stale' };
      return {
        kind: 'decided',
        results: requests.map(
          (request) => reservations.get(request.id) ?? failureOf(request, decided.allocations.get(request)),
        ),
      };
    }),
    emptied: [...decided.allocations].flatMap(([{ atDesk }, allocation]) =>
      allocation.kind === 'refused' && allocation.left === 0
        ? [{ counterId: allocation.counterId, atDesk }]
        : [],
    ),
  };
}

/** `refused` by a counter, or by what is not a matter of units. */
type Decision = Allocation | { kind: 'closed'; failure: Failure } | Exclude<SeatChoice, { kind: 'chosen' }>;

interface Decided {
  allocations: Map<Wanted, Decision>;
  /** The tickets with their seats, of requests with numbered seats that are held. */
  seated: Map<Wanted, ChosenTicket[]>;
  locked: LockedCounters;
}

/** A request with the seats that were chosen for it. */
function withSeats(request: Wanted, { seated }: Decided): Wanted {
  const tickets = seated.get(request);
  if (tickets === undefined) return request;
  const names = seatNames(tickets);
  const units = request.units.map((one) => {
    const seats = names.get(one.counterId);
    return seats === undefined ? one : { ...one, seats };
  });
  return { ...request, units, item: { ...request.item, chosen: tickets } };
}

/** Decides the holds, by the database's clock. Before any request is refused, all expired holds are released. */
async function decide(
  transaction: Transaction,
  requests: readonly Wanted[],
  counters: readonly CounterUnits[],
  first: { locked: LockedCounters; seats: SeatsOfSessions },
): Promise<Decided> {
  let { locked, seats } = first;
  const sessions = requests.flatMap(({ item }) => item.sessions);
  for (;;) {
    const allocations = new Map<Wanted, Decision>();
    const seated = new Map<Wanted, ChosenTicket[]>();
    const refuse = (request: Wanted) => {
      const ofPlans = request.item.sessions.filter(({ plan }) => plan !== null);
      if (ofPlans.length === 0) return null;
      const uncounted = ofPlans.find(({ id }) => !locked.left.has(id));
      if (uncounted !== undefined)
        throw new Error(`the seats of the session ${uncounted.id} are not counted`);
      const choice = chooseSeats(request.item, seats);
      if (choice.kind !== 'chosen') return choice;
      seated.set(request, choice.tickets);
      return null;
    };
    for (const request of requests) {
      const failure = notBookable(request.item, locked.at);
      if (failure !== null) allocations.set(request, { kind: 'closed', failure });
    }
    const open = requests.filter((request) => !allocations.has(request));
    const results = allocate(stockOf(locked), open, refuse).allocations;
    open.forEach((request, i) => {
      const result = results[i];
      if (result !== undefined) allocations.set(request, result);
    });
    if (!locked.more || results.every(({ kind }) => kind === 'held')) return { allocations, seated, locked };
    [locked, seats] = await Promise.all([
      expireMore(transaction, counters, locked),
      readFreeSeats(transaction, sessions),
    ]);
  }
}

function catalogIds(calls: readonly HoldCall[]): string[] {
  return [...new Set(calls.flatMap(({ items }) => items.map(({ offer }) => offer.catalogId)))].sort();
}

function isCurrent({ offer, versions }: ResolvedItem, current: ReadonlyMap<string, string>): boolean {
  const version = current.get(offer.catalogId);
  return versions.size === 1 && version !== undefined && versions.has(version);
}

/** Why an item can't be held independently of availability, or null. */
export function notBookable({ requested, offer, of, sessions }: ResolvedItem, at: Date): Failure | null {
  const isStopped = offer.stopped || sessions.some(({ stopped }) => stopped);
  if (isStopped || offer.saleEndsAt <= at || (offer.saleStartsAt !== null && offer.saleStartsAt > at)) {
    return { reason: 'NOT_ON_SALE', availableQuantity: null };
  }
  if (sessions.some((session) => session.retired || !isSessionOnSale(session, at))) {
    return { reason: 'SESSION_UNAVAILABLE', availableQuantity: null };
  }
  const { minimumQuantity, maximumQuantity } = of.product;
  if (requested.quantity < minimumQuantity || requested.quantity > (maximumQuantity ?? Infinity))
    return { reason: 'LIMIT_EXCEEDED', availableQuantity: null };
  return null;
}

/** Units of the offer's own counter and of each chosen session's. */
export function unitsOf({ requested: { quantity }, offer, sessions }: ResolvedItem): CounterUnits[] {
  const sessionIds = sessions.map(({ id }) => id);
  return countedUnits({ catalogId: offer.catalogId, offerId: offer.id }, sessionIds, quantity);
}

function failureOf({ item }: Wanted, decision: Decision | undefined): Failure {
  if (decision === undefined || decision.kind === 'held') throw new Error('an item was not decided');
  return decision.kind === 'refused' ? shortage(item, decision) : decision.failure;
}

/** The failure of an item that needs more units of a counter than it has left. */
export function shortage(
  { sessions }: ResolvedItem,
  { counterId, left }: { counterId: string; left: number },
): Failure {
  // Two tickets that share a session need two units of it for each unit of the offer.
  const each = Math.max(1, sessions.filter(({ id }) => id === counterId).length);
  const availableQuantity = Math.floor(left / each);
  return { reason: availableQuantity === 0 ? 'SOLD_OUT' : 'INSUFFICIENT_QUANTITY', availableQuantity };
}

function reservationOf(
  { id, units, organizationId, atDesk, item: { requested, offer, of, chosen } }: Wanted,
  { at, left }: LockedCounters,
  expiresAt: Date,
): StoredReservation {
  return {
    id,
    organizationId,
    createdAt: at,
    expiresAt,
    expired: false,
    orderId: null,
    catalogId: offer.catalogId,
    offerId: offer.id,
    productId: offer.productId,
    quantity: requested.quantity,
    unitAmount: offer.price,
    unitAmountExclTax: priceWithoutTax(offer, of.product.vatRate) ?? offer.price,
    vatRate: of.product.vatRate,
    tickets: chosen,
    cancellation:
      of.product.cancellation ?? (compareAmounts(offer.price, '0.00') === 0 ? freeTicketRule : null),
    rebooking: of.product.rebooking,
    giftCard: of.product.giftCard,
    voucherId: null,
    voucher: null,
    version: 0,
    atDesk,
    heldCounters: units.filter(({ counterId }) => left.has(counterId)).length,
  };
}
