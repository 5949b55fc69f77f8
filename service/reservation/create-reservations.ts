import type { CreateReservationsInput } from '@/lib/contract/reservation';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { counter } from '@/lib/metrics/registry';
import type { SoldOut } from '../availability/sold-out-cache';
import { Localized, type Result } from '../http/answer';
import { requireScope } from '../http/authenticate';
import { HttpProblem, InvalidRequest } from '../http/problem';
import { confirmPrice, type PriceContext } from '../offer/confirm-price';
import { offersById } from '../offer/offer-store';
import type { Call } from '../http/route';
import type { CatalogCache } from './catalog-cache';
import { type Failure, failedReservation } from './failed-reservation';
import type { StoredReservation } from './reservation';
import { reservationResource, type CreatedReservations } from './reservation-resource';
import { withFullAddress } from './full-addresses';
import { type ResolvedItem, resolveItems } from './resolve-items';
import { type SharedHolds, shortage, unitsOf } from './shared-holds';

interface CreateReservationsContext extends PriceContext {
  catalogCache: CatalogCache;
  holds: SharedHolds;
  soldOut: SoldOut;
  newId: () => string;
}

type Reserved = Map<number, StoredReservation | Failure>;

const holdsAsked = counter({
  name: 'service_holds_total',
  help: 'Holds that were asked for, by whether they were made (held), or why not',
  labelNames: ['result'],
});

// Imports are minutes apart. After this many in a row, the client has to repeat its request.
const mostImports = 5;

/**
 * POST /v1/booking/reservations/_bulk: one reservation for each item that can be held, a failure for each other
 * item. Items with prices that change are held at the current price. 422 if an item names something that does not
 * exist; then nothing is held. 403 if `counter` is set without the scope for it.
 */
export async function createReservations(
  context: CreateReservationsContext,
  call: Call<never, unknown, CreateReservationsInput>,
): Promise<Result<CreatedReservations>> {
  const { items, counter: isAtCounter = false } = call.body;
  if (isAtCounter) requireScope(call.principal, 'booking:counter');
  const reserved = await reserve(context, call);
  const language = preferredLanguage(call.acceptLanguage);
  const results = items.map((item, index) => ({ item, index, result: reserved.get(index) }));
  for (const { result } of results)
    if (result !== undefined) holdsAsked.inc({ result: 'id' in result ? 'held' : result.reason });
  const failed = results.flatMap(({ item, index, result }) =>
    result === undefined || 'id' in result ? [] : [failedReservation(item, index, result, language)],
  );
  const body: CreatedReservations = {
    '@id': `/.well-known/genid/${context.newId()}`,
    '@type': 'CreateReservationBulkOutput',
    reservations: results.flatMap(({ result }) =>
      result !== undefined && 'id' in result ? [reservationResource(result, language)] : [],
    ),
    failedReservations: failed,
  };
  return failed.length === 0 ? body : new Localized(body, language);
}

async function reserve(
  context: CreateReservationsContext,
  { body, principal, signal }: Call<never, unknown, CreateReservationsInput>,
): Promise<Reserved> {
  const reserved: Reserved = new Map();
  const { counter: atDesk = false } = body;
  const items = body.items.map(withFullAddress);
  for (let tries = 0; tries < mostImports; tries += 1) {
    const { resolved, violations } = await resolveItems(context.catalogCache, items);
    if (violations.length > 0) throw new InvalidRequest(violations);
    const undecided = resolved.filter(({ index }) => !reserved.has(index));
    const open = await sortOut(context, undecided, reserved, atDesk);
    if (open.length === 0) return reserved;
    const outcome = await context.holds.submit(
      { organizationId: principal.organization.id, items: open, atDesk },
      signal,
    );
    if (outcome.kind === 'decided') {
      open.forEach(({ index }, i) => {
        const result = outcome.results[i];
        if (result !== undefined) reserved.set(index, result);
      });
      return reserved;
    }
    context.catalogCache.forget(items);
  }
  throw new HttpProblem(503, 'Service Unavailable', { 'retry-after': '1' });
}

/**
 * Which items to hold, at the current prices; the failures of the others are added to `reserved`. For an item that
 * was sold out a moment ago, neither the issuer nor the database is asked.
 */
async function sortOut(
  context: CreateReservationsContext,
  items: readonly ResolvedItem[],
  reserved: Reserved,
  atDesk: boolean,
): Promise<ResolvedItem[]> {
  const bookable = items.filter((item) => {
    const failure = soldOutFailure(item, context.soldOut, atDesk);
    if (failure !== null) reserved.set(item.index, failure);
    return failure === null;
  });
  const open = await atPricesInForce(context, bookable);
  const indexes = new Set(open.map(({ index }) => index));
  for (const { index } of bookable) {
    if (!indexes.has(index)) reserved.set(index, { reason: 'NOT_ON_SALE', availableQuantity: null });
  }
  return open;
}

function soldOutFailure(item: ResolvedItem, soldOut: SoldOut, atDesk: boolean): Failure | null {
  const empty = unitsOf(item).find(({ counterId }) => soldOut.has(counterId, atDesk));
  return empty === undefined ? null : shortage(item, { counterId: empty.counterId, left: 0 });
}

/**
 * The items at the current prices: the price of each offer that may change is fetched once, all at the same time,
 * and the offers are read again. Items whose price could not be fetched, or whose offer is gone, are left out.
 */
async function atPricesInForce(
  context: PriceContext,
  items: readonly ResolvedItem[],
): Promise<ResolvedItem[]> {
  const asked = new Map(
    items.filter(({ of }) => of.product.realtimePriceRequired).map(({ offer }) => [offer.id, offer]),
  );
  if (asked.size === 0) return [...items];
  const checks = await Promise.all(
    [...asked.values()].map(async (offer) => ({ id: offer.id, check: await confirmPrice(context, offer) })),
  );
  const confirmed = checks.filter(({ check }) => check === 'in_force').map(({ id }) => id);
  const offers = new Map(
    (await offersById(context.database, confirmed)).map((offer) => [offer.id, offer] as const),
  );
  return items.flatMap((item) => {
    const offer = asked.has(item.offer.id) ? offers.get(item.offer.id) : item.offer;
    return offer === undefined ? [] : [{ ...item, offer }];
  });
}
