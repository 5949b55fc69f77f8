import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '@/lib/database/database';
import { organizationNamed } from '@/service/organization/organization';

// What clients saw, compared with what the database has. The result of a call that timed out, lost its connection
// or was answered 503 is unknown, not failed: it may have been committed. Each call of a history is made by its own
// organization, so that the effects of an unknown call can be distinguished from those of other calls. Nothing is
// released or expires.

/** Units of a limited counter. */
export interface Units {
  counterId: string;
  units: number;
}

/** `ids` of the new things, in the order of the request; null for an item that was refused. */
export type Outcome =
  { kind: 'ok'; ids: readonly (string | null)[] } | { kind: 'fail' } | { kind: 'unknown' };

/** A hold of items, or an order of reservations, that a client requested. */
export interface Operation {
  kind: 'hold' | 'order';
  /** The organization that made the call; an order is made by the organization of its hold. */
  organization: string;
  /** Of a hold: what each item needs. */
  items: readonly (readonly Units[])[];
  /** Of an order: ids of its reservations. */
  reservations: readonly string[];
  outcome: Outcome;
}

/** Operations as the clients made them. */
export interface History {
  operations: Operation[];
  /** Runs it and keeps the result: an operation that throws is unknown, and so is one that has not ended. */
  record(
    asked: Pick<Operation, 'organization'> & Partial<Operation>,
    run: () => Promise<Outcome>,
  ): Promise<Outcome>;
}

export function newHistory(): History {
  const operations: Operation[] = [];
  return {
    operations,
    record: async (asked, run) => {
      const kind = asked.reservations === undefined ? 'hold' : 'order';
      const operation: Operation = {
        items: [],
        reservations: [],
        ...asked,
        kind,
        outcome: { kind: 'unknown' },
      };
      operations.push(operation);
      operation.outcome = await run().catch((): Outcome => ({ kind: 'unknown' }));
      return operation.outcome;
    },
  };
}

const counterRow = z.object({ id: z.string(), capacity: z.int().nullable(), held: z.int(), sold: z.int() });
const holdRow = z.object({ reservationId: z.string(), counterId: z.string(), units: z.int() });
const reservationRow = z.object({
  id: z.string(),
  organizationId: z.string(),
  orderId: z.string().nullable(),
  heldCounters: z.int(),
  tickets: z.int(),
  counters: z.array(z.string()),
});
const orderRow = z.object({ id: z.string(), reservationId: z.string(), tickets: z.int() });

/** What the database has. */
export interface Taken {
  counters: z.infer<typeof counterRow>[];
  holds: z.infer<typeof holdRow>[];
  /** `tickets` is how many single tickets its order must have; `counters` are the offer's and its sessions'. */
  reservations: z.infer<typeof reservationRow>[];
  orders: z.infer<typeof orderRow>[];
}

/** Reads the database when all clients are done. */
export async function readTaken(database: Reader): Promise<Taken> {
  return {
    counters: await database.rows(counterRow, sql`select id, capacity, held, sold from ticketing.counter`),
    holds: await database.rows(
      holdRow,
      sql`select hold_id as "reservationId", counter_id as "counterId", units from ticketing.hold`,
    ),
    reservations: await database.rows(
      reservationRow,
      sql`select id, organization_id as "organizationId", order_id as "orderId", held_counters as "heldCounters",
            quantity * jsonb_array_length(tickets) as tickets,
            jsonb_path_query_array(tickets, '$[*].session ? (@ != null)') || to_jsonb(offer_id) as counters
          from ticketing.reservation`,
    ),
    orders: await database.rows(
      orderRow,
      sql`select id, reservation_id as "reservationId", (select count(*)::int from ticketing.item_ticket ticket
            where ticket.catalog_id = booked.catalog_id and ticket.order_id = booked.id) as tickets
          from ticketing.booking_order booked`,
    ),
  };
}

/**
 * Every contradiction between the history and the database, as a sentence. An empty list proves that there is none.
 */
export function violations(operations: readonly Operation[], taken: Taken): string[] {
  const holds = operations.filter(({ kind }) => kind === 'hold');
  const orders = operations.filter(({ kind }) => kind === 'order');
  return [
    ...taken.counters.flatMap((counter) => counterViolations(counter, holds, taken)),
    ...holds.flatMap((hold) => holdViolations(hold, taken)),
    ...taken.reservations.flatMap((reservation) => rowViolations(reservation, taken)),
    ...orders.flatMap((order) => orderViolations(order, taken)),
    ...rowsOfNoCall(operations, taken),
  ];
}

/** Guarantee I10: ok ≤ used units ≤ min(capacity, ok + unknown). */
function counterViolations(
  { id, capacity, held, sold }: Taken['counters'][number],
  operations: readonly Operation[],
  { holds }: Taken,
): string[] {
  const unitsOf = (items: Operation['items']) =>
    sum(items.flat().flatMap(({ counterId, units }) => (counterId === id ? [units] : [])));
  const granted = ({ outcome, items }: Operation) =>
    outcome.kind === 'ok' ? items.filter((_, i) => typeof outcome.ids[i] === 'string') : [];
  const ok = sum(operations.map((one) => unitsOf(granted(one))));
  const unknown = sum(
    operations.map(({ outcome, items }) => (outcome.kind === 'unknown' ? unitsOf(items) : 0)),
  );
  const taken = held + sold;
  const rows = sum(holds.flatMap(({ counterId, units }) => (counterId === id ? [units] : [])));
  return [
    ...(taken < ok ? [`counter ${id}: ${ok} were acknowledged and ${taken} are taken`] : []),
    ...(taken > ok + unknown ? [`counter ${id}: ${taken} are taken of ${ok} and perhaps ${unknown}`] : []),
    ...(capacity !== null && taken > capacity ? [`counter ${id}: ${taken} of ${capacity} are taken`] : []),
    ...(held === rows ? [] : [`counter ${id}: ${held} are held by holds of ${rows}`]),
  ];
}

function holdViolations({ organization, outcome, items }: Operation, taken: Taken): string[] {
  const { id: organizationId } = organizationNamed(organization);
  const made = taken.reservations.filter((one) => one.organizationId === organizationId).map(({ id }) => id);
  const left = new Map(
    taken.counters.map(({ id, capacity, held, sold }) => [id, (capacity ?? Infinity) - held - sold]),
  );
  // The number left never grows here, so a refused request does not fit at the end either.
  const fits = items.map((units) => units.every((one) => one.units <= (left.get(one.counterId) ?? Infinity)));
  switch (outcome.kind) {
    case 'ok':
      return [
        ...outcome.ids.flatMap((id) =>
          id === null || made.includes(id) ? [] : [`reservation ${id} is lost`],
        ),
        ...made.filter((id) => !outcome.ids.includes(id)).map((id) => `reservation ${id} was made twice`),
        ...(items.some((_, i) => typeof outcome.ids[i] !== 'string' && fits[i] === true)
          ? [`${organization} was refused what is left`]
          : []),
      ];
    case 'fail':
      return made.map((id) => `reservation ${id} was made by a call that failed`);
    case 'unknown': {
      const whole = taken.reservations.filter(({ id }) => made.includes(id));
      const missing = items.flatMap((units, i) => {
        const at = whole.findIndex(({ counters }) => units.every((one) => counters.includes(one.counterId)));
        if (at >= 0) whole.splice(at, 1);
        return at < 0 && fits[i] === true ? [i] : [];
      });
      return [
        ...(made.length > items.length ? [`${organization} has more than it asked for`] : []),
        ...(made.length > 0 && missing.length > 0 ? [`${organization} has half of a bulk`] : []),
      ];
    }
  }
}

/** A reservation holds all of its units, or is ordered, with all of its tickets. */
function rowViolations(
  { id, orderId, heldCounters, tickets }: Taken['reservations'][number],
  { holds, orders }: Taken,
): string[] {
  const held = holds.filter(({ reservationId }) => reservationId === id).length;
  const own = orders.filter(({ reservationId }) => reservationId === id);
  const expected = orderId === null ? heldCounters : 0;
  return [
    ...(held === expected ? [] : [`reservation ${id} holds ${held} counters instead of ${expected}`]),
    ...(own.length === (orderId === null ? 0 : 1) ? [] : [`reservation ${id} has ${own.length} orders`]),
    ...own.flatMap((order) => (order.id === orderId ? [] : [`reservation ${id} does not name ${order.id}`])),
    ...own.flatMap((order) => (order.tickets === tickets ? [] : [`order ${order.id} is half an order`])),
  ];
}

function orderViolations({ organization, reservations, outcome }: Operation, taken: Taken): string[] {
  const made = taken.orders.filter(({ reservationId }) => reservations.includes(reservationId));
  const ids = made.map(({ id }) => id);
  const acknowledged = outcome.kind === 'ok' ? outcome.ids : [];
  return [
    ...acknowledged.flatMap((id) => (id !== null && ids.includes(id) ? [] : [`order ${id} is lost`])),
    ...(made.length > 0 && made.length < reservations.length ? [`${organization} has half of an order`] : []),
    ...(outcome.kind === 'ok' && outcome.ids.length !== reservations.length
      ? [`${organization} got ${outcome.ids.length} orders for ${reservations.length} reservations`]
      : []),
    ...(outcome.kind === 'fail' ? ids.map((id) => `order ${id} was made by a call that failed`) : []),
  ];
}

/** Everything belongs to a call: the database has nothing that no call of the history requested. */
function rowsOfNoCall(operations: readonly Operation[], { reservations, orders }: Taken): string[] {
  const known = new Set(operations.map(({ organization }) => organizationNamed(organization).id));
  const asked = new Set(operations.flatMap((one) => one.reservations));
  return [
    ...reservations.flatMap((one) =>
      known.has(one.organizationId) ? [] : [`reservation ${one.id} belongs to no call`],
    ),
    ...orders.flatMap((one) => (asked.has(one.reservationId) ? [] : [`order ${one.id} was never asked for`])),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
