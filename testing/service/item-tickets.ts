import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ItemTicket } from '@/lib/contract/item-ticket';
import type { ReservationItem } from '@/lib/contract/reservation';
import { ticketStatesInputSchema } from '@/lib/contract/ticket-states';
import type { WireAnswer, WireRequest } from '@/testing/faults/wire';

/** The single tickets of a server's orders. */
export interface ItemTickets {
  /**
   * `none`: as in the specification alone. `read`: they can be read. `change`: they can also be cancelled and
   * made valid again.
   */
  support: 'none' | 'read' | 'change';
  /** By path. */
  all: Map<string, ItemTicket>;
  /** The paths of those of a cancellation: they can't become valid again. */
  cancelledForGood: Set<string>;
  /** The faults of the next requests that change a ticket; null: no fault. */
  faults: ('cut_after' | 'error' | null)[];
}

export const noTickets = (): ItemTickets => ({
  support: 'none',
  all: new Map(),
  cancelledForGood: new Set(),
  faults: [],
});

/** The paths of the new tickets of an order item; undefined: the server shows none. */
export function issueTickets(
  tickets: ItemTickets,
  orderPath: string,
  { quantity, offerTickets }: Pick<ReservationItem, 'quantity' | 'offerTickets'>,
): string[] | undefined {
  if (tickets.support === 'none') return undefined;
  const itemPath = `${orderPath}/items/${randomUUID()}`;
  const chosen = Array.from({ length: quantity }, () => offerTickets).flat();
  return chosen.map(({ ticket }) => {
    const id = randomUUID();
    const path = `${itemPath}/tickets/${id}`;
    const reference = `T-${id.slice(0, 8).toUpperCase()}`;
    tickets.all.set(path, {
      '@id': path,
      '@type': 'BookingOrderItemTicket',
      id,
      reference,
      ticket,
      session: null,
      status: 'valid',
      redeemedAt: null,
      barcode: { format: 'QR_CODE', value: reference },
      holder: null,
      answers: [],
      updatedAt: new Date().toISOString(),
    });
    return path;
  });
}

const patchSchema = z.object({
  status: z.enum(['valid', 'cancelled']).optional(),
  holder: z
    .object({ firstname: z.string().max(255), lastname: z.string(), email: z.string().nullable() })
    .nullable()
    .optional(),
  answers: z
    .array(z.object({ field: z.string(), value: z.unknown() }))
    .nullable()
    .transform((answers) => answers ?? [])
    .optional(),
});

/** Answers which tickets of some orders were used or cancelled. */
export function ticketStatesRoute(tickets: ItemTickets, { body }: Pick<WireRequest, 'body'>): WireAnswer {
  if (tickets.support === 'none') return { status: 404, body: {} };
  const { orders } = ticketStatesInputSchema.parse(JSON.parse(body));
  const asked = [...tickets.all].filter(([path]) => orders.some((id) => path.includes(`/orders/${id}/`)));
  const idsOf = (status: ItemTicket['status']) =>
    asked.filter(([, ticket]) => ticket.status === status).map(([, { id }]) => id);
  return {
    status: 201,
    body: {
      '@id': '/.well-known/genid/1',
      '@type': 'BookingTicketStates',
      redeemed: idsOf('redeemed'),
      cancelled: idsOf('cancelled'),
    },
  };
}

/** Handles GET and PATCH of a ticket. */
export function ticketRoute(tickets: ItemTickets, { method, path, body }: WireRequest): WireAnswer {
  const ticket = tickets.all.get(path);
  if (ticket === undefined) return { status: 404, body: {} };
  if (method === 'GET') return { status: 200, body: ticket };
  if (tickets.support !== 'change') return { status: 405, body: {} };
  const fault = tickets.faults.shift() ?? null;
  if (fault === 'error') return { status: 503, body: {} };
  if (ticket.status === 'redeemed') return { status: 422, body: { violations: [] } };
  const parsed = patchSchema.safeParse(JSON.parse(body));
  if (!parsed.success) return { status: 422, body: { violations: [] } };
  const patch = parsed.data;
  if (patch.status === 'valid' && tickets.cancelledForGood.has(path)) {
    return { status: 422, body: { violations: [] } };
  }
  Object.assign(ticket, patch);
  return fault === 'cut_after' ? 'cut' : { status: 200, body: ticket };
}
