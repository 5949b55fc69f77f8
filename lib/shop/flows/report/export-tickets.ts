import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { lastSegment } from '../../../contract/iri';
import type { OrderItem } from '../../../contract/order';
import type { TicketStates } from '../../../contract/ticket-states';
import type { Reader } from '../../../database/database';
import type { Language } from '../../../locale/languages';
import { subtractAmounts } from '../../../money/money';
import { discountOfUnit } from '../../rules/discount-of-unit';
import type { Line, LineTicket } from '../../values/checkout-values';
import { ordersAfter } from './export-orders';
import { localTime, type Period } from './period';
import { readPages } from './read-pages';
import { refundsOfOrder } from './refunds';

const orderSchema = z.object({
  id: z.string(),
  at: z.string(),
  orderedAt: z.string(),
  reference: z.string(),
  number: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  voucher: z.string().nullable(),
  complimentary: z.boolean(),
  items: z.array(z.custom<OrderItem>()),
  lines: z.record(z.string(), z.array(z.custom<Line>())),
  cancelled: z.array(z.array(z.string())),
});
type Order = z.output<typeof orderSchema>;

/** `not_cancelled`: it is not known whether it was used. */
export type TicketStatus = 'valid' | 'used' | 'cancelled' | 'not_cancelled';

/** Which tickets of these orders are used or cancelled at the service; null: it can't be known now. */
export type StatesOfOrders = (
  orderIds: readonly string[],
) => Promise<Pick<TicketStates, 'redeemed' | 'cancelled'> | null>;

/** What the service says of the tickets of one page of orders. */
interface PageStates {
  readonly redeemed: ReadonlySet<string>;
  readonly cancelled: ReadonlySet<string>;
}

export interface TicketRow {
  orderedAt: string;
  reference: string;
  number: string;
  /** The identifier at the service; null if the server has no single tickets. */
  ticket: string | null;
  product: string;
  event: string | null;
  venue: string | null;
  /** YYYY-MM-DD, of a visit at any time of the day. */
  date: string | null;
  /** ISO 8601 */
  beginsAt: string | null;
  status: TicketStatus;
  /** What was paid for the unit: on the first of its tickets, so that the sum is right. */
  amount: string | null;
  firstname: string | null;
  lastname: string | null;
  /** The code of the voucher that was used for the order. */
  voucher: string | null;
  /** Staff have given the tickets. */
  complimentary: boolean;
  /** What it took off the unit, before `amount`; also on the first of its tickets. */
  discount: string | null;
}

/** The single tickets of orders; of a server without them, one row for each ticket of each unit. */
export async function* exportTickets(
  reader: Reader,
  period: Period,
  { language, statesOf }: { language: Language; statesOf: StatesOfOrders },
): AsyncGenerator<TicketRow> {
  const orders = readPages(async (after, limit) => {
    const rows = await reader.rows(
      orderSchema,
      sql`select placed.id, placed.created_at::text as at, ${localTime(sql`placed.created_at`, period)} as "orderedAt",
            checkout.reference, placed.reference as number,
            checkout.customer->>'firstname' as firstname, checkout.customer->>'lastname' as lastname,
            placed.data->>'voucher' as voucher,
          coalesce(placed.data->>'complimentary' = 'true', false) as complimentary, placed.data->'items' as items, coalesce(hold.descriptions, '{}'::jsonb) as lines,
            refunds.cancelled
          from (${ordersAfter(period, after, limit)}) placed
            join storefront.checkout on checkout.id = placed.checkout_id
            left join storefront.hold on hold.reservation_id = placed.reservation_id
            cross join lateral (${refundsOfOrder}) refunds
          order by placed.created_at, placed.id`,
    );
    // Asked for a whole page, because a request for each order would take longer than all the rest.
    const states = rows.length === 0 ? null : await statesOf(rows.map(({ id }) => id));
    const known = states && {
      redeemed: new Set(states.redeemed.map((id) => id.toLowerCase())),
      cancelled: new Set(states.cancelled.map((id) => id.toLowerCase())),
    };
    return rows.map((order) => ({ ...order, states: known }));
  });
  for await (const order of orders) yield* ticketsOf(order, language);
}

function ticketsOf(order: Order & { states: PageStates | null }, language: Language): TicketRow[] {
  const lines = order.lines[language] ?? Object.values(order.lines)[0] ?? [];
  const cancelled = new Set(order.cancelled.flat());
  return order.items.flatMap((item, position) => {
    const line = lines[position];
    const each = Math.max(1, item.offerTickets.length);
    const tickets = item.tickets ?? [];
    return Array.from({ length: Math.max(item.quantity * each, tickets.length) }, (_, index): TicketRow => {
      const path = tickets[index];
      const discount = index % each === 0 ? discountOfUnit(item, index / each) : null;
      return {
        orderedAt: order.orderedAt,
        reference: order.reference,
        number: order.number,
        ticket: path === undefined ? null : lastSegment(path),
        product: line?.productName ?? lastSegment(item.product),
        ...visitOf(line, line?.tickets[index % each]),
        status: statusOf(path, cancelled, order.states),
        amount: discount === null ? null : subtractAmounts(item.unitAmountInclTax, discount),
        firstname: order.firstname,
        lastname: order.lastname,
        voucher: order.voucher,
        complimentary: order.complimentary,
        discount,
      };
    });
  });
}

/** A cancellation of the shop counts at once: the service may not have carried it out yet. */
function statusOf(
  path: string | undefined,
  cancelled: ReadonlySet<string>,
  states: PageStates | null,
): TicketStatus {
  if (path !== undefined && cancelled.has(path)) return 'cancelled';
  // Without single tickets the service has no states of them.
  if (path === undefined || states === null) return 'not_cancelled';
  const id = lastSegment(path).toLowerCase();
  if (states.cancelled.has(id)) return 'cancelled';
  return states.redeemed.has(id) ? 'used' : 'valid';
}

function visitOf(line: Line | undefined, ticket: LineTicket | undefined) {
  return {
    event: ticket?.event?.name ?? null,
    venue: ticket?.event?.venue ?? null,
    date: line?.date ?? null,
    beginsAt: ticket?.occursAt ?? null,
  };
}
