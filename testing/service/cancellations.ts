import { randomUUID } from 'node:crypto';
import {
  type Cancellation,
  type CancellationObstacle,
  type CancellationTerms,
  cancelOrderInputSchema,
  type CancelOrderInput,
  type RebookingInput,
} from '@/lib/contract/cancellation';
import type { Order } from '@/lib/contract/order';
import { compareAmounts, shareOfAmount, sumAmounts } from '@/lib/money/money';
import type { WireAnswer, WireRequest } from '@/testing/faults/wire';
import { collection } from './collection';
import type { TicketingServer } from './service';

/** The tickets that were sold for one price, and what it was. */
interface Unit {
  tickets: string[];
  paid: string;
  cancellation: Cancellation | null;
}

type Server = Pick<TicketingServer, 'orders' | 'tickets' | 'cancelling' | 'hasExtensions' | 'stock'>;

const refusal = (propertyPath: string, message: string) => ({
  status: 422,
  body: { violations: [{ propertyPath, message, code: null }] },
});

/** Answers a request about cancellations; null for any other request, and if the server has none. */
export function cancellationRoute(server: Server, request: WireRequest): WireAnswer | null {
  const [, id = '', action = '', cancellationId] =
    /^\/v1\/booking\/orders\/([^/]+)\/(_cancel|cancellations|cancellation_terms)(?:\/([^/]+))?$/.exec(
      request.path,
    ) ?? [];
  if (action === '' || !server.hasExtensions || server.tickets.support === 'none') return null;
  const order = server.orders.find((one) => one.id === id);
  if (order === undefined) return { status: 404, body: {} };
  if (action === '_cancel') return cancelWithFaults(server, order, request.body);
  const made = server.cancelling.all.get(id) ?? [];
  if (action === 'cancellation_terms') return { body: termsOf(server, order) };
  if (cancellationId === undefined) return collection(request, made);
  const found = made.find((one) => one.id === cancellationId);
  return found === undefined ? { status: 404, body: {} } : { body: found };
}

function cancelWithFaults(server: Server, order: Order, body: string): WireAnswer {
  server.cancelling.calls.push(body);
  const fault = server.cancelling.faults.shift() ?? null;
  if (fault !== null && typeof fault === 'object') {
    setTimeout(() => cancel(server, order, body), fault.lateMilliseconds).unref();
    return 'cut';
  }
  switch (fault) {
    case 'cut_before':
      return 'cut';
    case 'error_before':
      return { status: 503, body: {} };
    case 'busy':
      return { status: 429, body: {} };
    case 'running':
      return { status: 409, body: {} };
    case 'forbidden':
      return { status: 403, body: {} };
    case 'unknown':
      return { status: 404, body: {} };
    case 'refuse':
      return refusal('tickets', 'no');
    case 'cut_after':
      cancel(server, order, body);
      return 'cut';
    case 'error_after':
      cancel(server, order, body);
      return { status: 500, body: {} };
    case 'garbled_after':
      cancel(server, order, body);
      return { status: 201, body: 'cancelled' };
    case 'accepted':
      cancel(server, order, body);
      return { status: 202, body: {} };
    case null:
      return cancel(server, order, body);
  }
}

/**
 * Cancels tickets for the orders that are made for them, as strictly as our service. `check` comes before the orders are
 * made: a refusal, or null.
 */
export function exchangeOf(server: Server, { order: path, tickets, override }: RebookingInput) {
  const orders = server.orders.filter((one) =>
    path === undefined
      ? one.items.some((item) => item.tickets?.some((ticket) => tickets.includes(ticket)))
      : one['@id'] === path,
  );
  if (orders.length === 0) return { check: () => refusal('rebooking.order', 'unknown') };
  const chosen = orders.map((order) => ({
    order,
    units: unitsOf(server, order).filter((unit) => unit.tickets.some((one) => tickets.includes(one))),
  }));
  const units = chosen.flatMap((one) => one.units);
  const isOpen = units.every(
    (unit) => unit.cancellation === null && unit.tickets.every((one) => tickets.includes(one)),
  );
  const isWhole = units.flatMap((unit) => unit.tickets).length === tickets.length;
  const { rule } = server.cancelling;
  const mayExchange = override === true || (rule !== null && new Date() <= rule.until);
  return {
    check: () => (isOpen && isWhole && mayExchange ? null : refusal('rebooking.tickets', 'not possible')),
    write: (made: readonly Order[]) => {
      for (const { order, units: own } of chosen) {
        const refund = sumAmounts(own.map(({ paid }) => paid));
        const cancellation = write(server, order, { units: own, refund, reason: 'rebooked' });
        cancellation.rebookedTo = made.map((one) => one['@id']);
      }
    },
  };
}

/** As strict as our service: units as a whole, each once, and a repetition gives the earlier cancellation. */
function cancel(server: Server, order: Order, body: string): WireAnswer {
  const { cancelling } = server;
  const parsed = cancelOrderInputSchema.safeParse(JSON.parse(body));
  if (!parsed.success) return refusal('reason', 'invalid');
  const input = parsed.data;
  const overrides = input.override === true || input.refundAmountInclTax !== undefined;
  if (overrides && !cancelling.mayOverride) return { status: 403, body: {} };
  const units = unitsOf(server, order);
  const chosen = chosenUnits(server, units, input);
  if ('answer' in chosen) return chosen.answer;
  if (input.override !== true && (cancelling.rule === null || new Date() > cancelling.rule.until)) {
    return refusal('tickets', 'This product can’t be cancelled.');
  }
  const paid = sumAmounts(chosen.units.map((unit) => unit.paid));
  const share = input.override === true ? 1 : (cancelling.rule?.share ?? 0);
  const byRule = sumAmounts(chosen.units.map((unit) => shareOfAmount(unit.paid, share)));
  const refund = input.refundAmountInclTax ?? byRule;
  if (compareAmounts(refund, paid) > 0) return refusal('refundAmountInclTax', `at most ${paid}`);
  return { status: 201, body: write(server, order, { units: chosen.units, refund, reason: input.reason }) };
}

function chosenUnits(
  { tickets }: Server,
  units: readonly Unit[],
  input: CancelOrderInput,
): { units: Unit[] } | { answer: WireAnswer } {
  const isRedeemed = (path: string) => tickets.all.get(path)?.status === 'redeemed';
  const repeated = (cancellation: Cancellation) => ({ answer: { status: 201, body: cancellation } });
  const refused = (message: string) => ({ answer: refusal('tickets', message) });
  if (input.tickets === undefined) {
    const valid = units.filter((unit) => unit.cancellation === null && !unit.tickets.some(isRedeemed));
    if (valid.length > 0) return { units: valid };
    const last = units
      .flatMap(({ cancellation }) => cancellation ?? [])
      .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
      .at(-1);
    return last === undefined ? refused('redeemed') : repeated(last);
  }
  const named = new Set(input.tickets);
  const chosen = units.filter((unit) => unit.tickets.some((path) => named.has(path)));
  const known = new Set(chosen.flatMap((unit) => unit.tickets));
  if ([...named].some((path) => !known.has(path))) return refused('unknown');
  const earlier = new Set(chosen.map(({ cancellation }) => cancellation));
  const [only] = earlier;
  if (earlier.size === 1 && only !== undefined && only !== null) return repeated(only);
  if (chosen.some(({ cancellation }) => cancellation !== null)) return refused('cancelled before');
  if (chosen.some((unit) => unit.tickets.some((path) => !named.has(path)))) return refused('a part');
  if (input.override !== true && chosen.some((unit) => unit.tickets.some(isRedeemed))) {
    return refused('redeemed');
  }
  return { units: chosen };
}

function write(
  server: Server,
  order: Order,
  { units, refund, reason }: { units: readonly Unit[]; refund: string; reason: string },
): Cancellation {
  const { cancelling, tickets } = server;
  const id = randomUUID();
  const paths = units.flatMap((unit) => unit.tickets);
  const cancellation: Cancellation = {
    '@id': `${order['@id']}/cancellations/${id}`,
    '@type': 'BookingOrderCancellation',
    id,
    order: order['@id'],
    createdAt: new Date().toISOString(),
    reason,
    tickets: paths,
    reference: `C-${id.slice(0, 6).toUpperCase()}`,
    refundAmountInclTax: refund,
    refundAmountExclTax: refund,
    refundAmountTax: '0.00',
    returnedToBalanceInclTax: cancelling.returnedToBalance,
    document: compareAmounts(refund, '0.00') === 0 ? null : `${order['@id']}/documents/${randomUUID()}`,
    rebookedTo: [],
  };
  for (const path of paths) {
    const ticket = tickets.all.get(path);
    if (ticket !== undefined) ticket.status = 'cancelled';
    tickets.cancelledForGood.add(path);
  }
  const made = [...(cancelling.all.get(order.id) ?? []), cancellation];
  cancelling.all.set(order.id, made);
  cancelling.returnedUnits += units.length;
  order.cancellations = made.map((one) => one['@id']);
  // The fake counts reservations, not units.
  if (unitsOf(server, order).every((unit) => unit.cancellation !== null)) server.stock += 1;
  return cancellation;
}

function unitsOf({ cancelling }: Server, order: Order): Unit[] {
  const made = cancelling.all.get(order.id) ?? [];
  return order.items.flatMap(({ quantity, offerTickets, totalAmountInclTax, tickets = [] }) =>
    Array.from({ length: quantity }, (_, index) => {
      const own = tickets.slice(index * offerTickets.length, (index + 1) * offerTickets.length);
      const cancellation = made.find((one) => own.some((path) => one.tickets.includes(path))) ?? null;
      // After what a voucher has taken off.
      return { tickets: own, paid: shareOfAmount(totalAmountInclTax, 1 / quantity), cancellation };
    }),
  );
}

function termsOf(server: Server, order: Order): CancellationTerms {
  const { rule } = server.cancelling;
  const obstacleOf = ({ cancellation, tickets }: Unit): CancellationObstacle | null => {
    if (cancellation !== null) return 'CANCELLED';
    if (tickets.some((path) => server.tickets.all.get(path)?.status === 'redeemed')) return 'REDEEMED';
    if (rule === null) return 'NO_RULE';
    return new Date() > rule.until ? 'DEADLINE_PASSED' : null;
  };
  return {
    '@id': `${order['@id']}/cancellation_terms`,
    '@type': 'BookingOrderCancellationTerms',
    order: order['@id'],
    units: unitsOf(server, order).map((unit) => {
      const obstacle = obstacleOf(unit);
      return {
        '@type': 'BookingOrderUnitTerms',
        tickets: unit.tickets,
        cancellable: obstacle === null,
        obstacle,
        until: rule?.until.toISOString() ?? null,
        paidAmountInclTax: unit.paid,
        refundAmountInclTax: obstacle === null ? shareOfAmount(unit.paid, rule?.share ?? 0) : '0.00',
        rebookable: obstacle === null,
        rebookingObstacle: obstacle,
        rebookableUntil: rule?.until.toISOString() ?? null,
        cancellation: unit.cancellation?.['@id'] ?? null,
      };
    }),
  };
}
