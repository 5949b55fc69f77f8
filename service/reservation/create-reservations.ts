import type { CreateReservationsInput } from '@/lib/contract/reservation';
import type { SoldOut } from '../availability/sold-out';
import { type Answer, created } from '../http/answer';
import { HttpProblem, InvalidRequest } from '../http/problem';
import { messageLanguage } from '../http/violation-messages';
import type { PriceTools } from '../offer/confirm-price';
import type { Call } from '../organization/call';
import { atPricesInForce } from './confirm-prices';
import type { FactStore } from './facts';
import { type Failure, failedReservation } from './failed-reservation';
import type { StoredReservation } from './reservation';
import { reservationResource } from './reservation-resource';
import { type ResolvedItem, resolveItems } from './resolve-items';
import { type SharedHolds, shortage, unitsOf } from './shared-holds';

interface Tools extends PriceTools {
  facts: FactStore;
  holds: SharedHolds;
  soldOut: SoldOut;
  newId: () => string;
}

type Reserved = Map<number, StoredReservation | Failure>;

// Imports are minutes apart; somebody who meets this many in a row asks again.
const mostImports = 5;

/**
 * POST /v1/booking/reservations/_bulk: one reservation for each item that can be held, a failure for each that
 * can't. What has a price that changes is held at the price in force. 422 when an item names what does not exist;
 * then nothing is held.
 */
export async function createReservations(
  tools: Tools,
  call: Call<unknown, unknown, CreateReservationsInput>,
): Promise<Answer> {
  const { items } = call.body;
  const reserved = await reserve(tools, call);
  const language = messageLanguage(call.acceptLanguage);
  const results = items.map((item, index) => ({ item, index, result: reserved.get(index) }));
  const failed = results.flatMap(({ item, index, result }) =>
    result === undefined || 'id' in result ? [] : [failedReservation(item, index, result, language)],
  );
  const body = {
    '@context': '/contexts/CreateReservationBulkOutput',
    '@id': `/.well-known/genid/${tools.newId()}`,
    '@type': 'CreateReservationBulkOutput',
    reservations: results.flatMap(({ result }) =>
      result !== undefined && 'id' in result ? [reservationResource(result)] : [],
    ),
    failedReservations: failed,
  };
  return failed.length === 0 ? created(body) : created(body, language);
}

async function reserve(
  tools: Tools,
  { body, principal, signal }: Call<unknown, unknown, CreateReservationsInput>,
): Promise<Reserved> {
  const reserved: Reserved = new Map();
  for (let tries = 0; tries < mostImports; tries += 1) {
    const { resolved, complaints } = await resolveItems(tools.facts, body.items);
    if (complaints.length > 0) throw new InvalidRequest(complaints);
    const undecided = resolved.filter(({ index }) => !reserved.has(index));
    const open = await sortOut(tools, undecided, reserved);
    if (open.length === 0) return reserved;
    const outcome = await tools.holds.submit(
      { organizationId: principal.organization.id, items: open },
      signal,
    );
    if (outcome.kind === 'decided') {
      open.forEach(({ index }, i) => {
        const result = outcome.results[i];
        if (result !== undefined) reserved.set(index, result);
      });
      return reserved;
    }
    tools.facts.forget(body.items);
  }
  throw new HttpProblem(503, 'Service Unavailable', { 'retry-after': '1' });
}

/**
 * Which items to hold, at the prices in force; why the others can't be goes into `reserved`. Nobody is sent to the issuer or to the
 * database for what was sold out a moment ago.
 */
async function sortOut(
  tools: Tools,
  items: readonly ResolvedItem[],
  reserved: Reserved,
): Promise<ResolvedItem[]> {
  const bookable = items.filter((item) => {
    const failure = soldOutFailure(item, tools.soldOut);
    if (failure !== null) reserved.set(item.index, failure);
    return failure === null;
  });
  const open = await atPricesInForce(tools, bookable);
  const indexes = new Set(open.map(({ index }) => index));
  for (const { index } of bookable) {
    if (!indexes.has(index)) reserved.set(index, { reason: 'NOT_ON_SALE', availableQuantity: null });
  }
  return open;
}

function soldOutFailure(item: ResolvedItem, soldOut: SoldOut): Failure | null {
  const empty = unitsOf(item).find(({ counterId }) => soldOut.has(counterId));
  return empty === undefined ? null : shortage(item, { counterId: empty.counterId, left: 0 });
}
