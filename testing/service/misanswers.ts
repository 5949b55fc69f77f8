import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { violationCodes } from '@/lib/contract/problem';
import type { Ledger, OrderFault, TicketingServer } from './service';
import { makeOrders } from './bookings';
import type { WireAnswer } from '@/testing/faults/wire';

/** Responses to an order call that do not say what was done. */
const misanswers = [
  'accepted',
  'moved',
  'multi_status',
  'none',
  'some',
  'other',
  'refuse_after',
  'expire_after',
] as const;
type Misanswer = (typeof misanswers)[number];

export function isMisanswer(fault: OrderFault | null): fault is Misanswer {
  return misanswers.some((one) => one === fault);
}

const ordersSchema = z.object({ orders: z.array(z.looseObject({ id: z.string() })) });

export function misanswer(server: TicketingServer, body: string, fault: Misanswer): WireAnswer {
  if (fault === 'multi_status') return { status: 207, body: { orders: [] } };
  const made = makeOrders(server, body);
  // An expired reservation is refused as usual.
  if (made.status !== 201) return made;
  const { orders } = ordersSchema.parse(made.body);
  switch (fault) {
    case 'accepted':
      return { status: 202, body: {} };
    case 'moved':
      return { status: 303, body: {} };
    case 'none':
      return { status: 201, body: { orders: [] } };
    case 'some':
      return { status: 201, body: { orders: orders.slice(1) } };
    case 'other': {
      const foreign = orders.map((order) => ({
        ...order,
        id: randomUUID(),
        reservation: `/v1/booking/reservations/${randomUUID()}`,
      }));
      return { status: 201, body: { orders: foreign } };
    }
    case 'refuse_after':
      return refused('customer.email', null);
    case 'expire_after':
      return refused('reservations[0].expired', violationCodes.isFalse);
  }
}

function refused(propertyPath: string, code: string | null): WireAnswer {
  return { status: 422, body: { violations: [{ propertyPath, message: 'no', code }] } };
}

/** Breaks the connection, and carries the order out later. */
export function orderLate(
  server: TicketingServer,
  ledger: Ledger,
  body: string,
  fault: Extract<OrderFault, object>,
): WireAnswer {
  if ('lateMilliseconds' in fault) {
    setTimeout(() => makeOrders(server, body), fault.lateMilliseconds).unref();
  } else {
    const reservation = /"\/v1\/booking\/reservations\/([^"]+)"/.exec(body)?.[1] ?? '';
    ledger.late.push({ body, reservation, looks: fault.lateLooks });
  }
  return 'cut';
}
