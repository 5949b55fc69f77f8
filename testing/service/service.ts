import type { FormField } from '@/lib/contract/form';
import type { Order } from '@/lib/contract/order';
import type { CreateReservationsInput, Reservation } from '@/lib/contract/reservation';
import type { SessionChange } from '@/lib/contract/session-change';
import type { SessionState } from '@/lib/contract/session';
import type { Cancelling } from './cancelling';
import type { ItemTickets } from './item-tickets';
import type { WireAnswer, WireRequest, WireServer } from '@/testing/faults/wire';

/**
 * The fault of an order call; null: no fault. `…_before`: not carried out. `…_after`: carried out, but the
 * response is a broken connection, a 5xx, or not what the specification says. `late…`: the connection breaks,
 * and the order is carried out when its first reservation is read, or the time of a lookup passes, for the
 * n-th time, or so many milliseconds later. `accepted`: carried out and answered with 202. `moved`: carried
 * out and answered with a redirect. `multi_status`: not carried out, answered with 207. `none`, `some`,
 * `other`: carried out, and answered with no order, all but the first order, or orders of another customer.
 * `refuse_after`, `expire_after`: carried out, and answered with a refusal.
 */
export type OrderFault =
  | 'accepted'
  | 'moved'
  | 'multi_status'
  | 'none'
  | 'some'
  | 'other'
  | 'refuse_after'
  | 'expire_after'
  | 'cut_before'
  | 'cut_after'
  | 'error_before'
  | 'error_after'
  | 'garbled_after'
  | 'busy'
  | 'forbidden'
  | 'refuse'
  | { lateLooks: number }
  | { lateMilliseconds: number };

/** The fault of a reservation call; null: no fault. */
export type ReserveFault =
  'cut_before' | 'cut_after' | 'error_before' | 'error_after' | 'forbidden' | 'running' | 'sold_out';

/** What becomes of a request about vouchers; null: no fault. `…_after`: it is carried out. `unknown_after`: 404, as of a gateway. */
export type VoucherFault = 'cut_before' | 'cut_after' | 'unknown_after' | 'too_often';

/**
 * A fake of a server that offers only the specification. It orders the same reservation twice when it is
 * asked twice, so that a wrong repetition by the client shows.
 */
export interface TicketingServer extends WireServer {
  catalogId: string;
  price: string;
  /** How many more units can be reserved. */
  stock: number;
  /** The most units in one reservation. */
  mostOfOne: number;
  /** What codes take off, in percent, by the code as it is compared. */
  vouchers: Map<string, string>;
  /** Whether codes have no use left: then they are only for what replaces tickets with them. */
  vouchersUsedUp: boolean;
  /** What reservations must cost for a code. */
  voucherMinimum: string;
  /** What codes have left after their use, as those of gift cards; null: they are none. */
  voucherLeft: string | null;
  /** The faults of the next requests to apply or remove a voucher. */
  voucherFaults: (VoucherFault | null)[];
  holdMilliseconds: number;
  /** How often it still extends a reservation. */
  extensionsLeft: number;
  /** How many are left, if it says so when it refuses a number; null: it does not. */
  leftNow: number | null;
  /** What happens to the answers of the next requests to extend, which are carried out. */
  extendFaults: ('cut_after' | 'unknown_after' | null)[];
  /** How far its clock is from ours. */
  clockOffMilliseconds: number;
  /** `one`: items requested together become one reservation. */
  grouping: 'each' | 'one';
  reservations: Map<string, Reservation>;
  orders: Order[];
  orderFaults: (OrderFault | null)[];
  reserveFaults: (ReserveFault | null)[];
  /** Whether it has what goes beyond the specification: releasing reservations, and idempotency keys. */
  hasExtensions: boolean;
  /** The idempotency keys of the reservation requests; null: none. */
  reserveKeys: (string | null)[];
  /** Whether its list of orders has the filters of our own service. */
  hasFilters: boolean;
  /** The query of every request for a page of the list of orders. */
  listCalls: string[];
  /** Every body of an order request. */
  orderCalls: string[];
  /** Whether an order shows at its reservation, and in the list. */
  reveals: { reservation: boolean; list: boolean };
  /** Whether an order has its documents. */
  documentsReady: boolean;
  /** Where the file of each document is; null, or left out: it has none. */
  documentUrl?: string | null;
  /** The file with all tickets of a booking, which goes beyond the specification; left out: it draws none. */
  ticketsFile?: string;
  /** The single tickets of its orders, which go beyond the specification. */
  tickets: ItemTickets;
  /** What imports did to sessions, the oldest first, which goes beyond the specification; null: it has no such list. */
  sessionChanges: SessionChange[] | null;
  /** How often that list was read. */
  sessionChangeLooks: number;
  /** Cancelling its orders, which goes beyond the specification. */
  cancelling: Cancelling;
  /** Whether a reservation can be read at all. */
  readable: boolean;
  /** While true the server is unreachable. */
  unavailable: boolean;
  /** Where its event takes place, and that its tickets say their event, which go beyond the specification; null: it says neither. */
  venue: { name: string; address: string } | null;
  /** Of its event; null: at the venue. */
  meetingPoint: string | null;
  /** What its issuer asks for each ticket. */
  questions: FormField[];
  /** The sessions of its event: that of the usual offer, a later one of that day, and one of another day. */
  programme: readonly ProgrammeSession[];
  /** What to request: the usual offer, or a separate one at this price. */
  item: (quantity: number, price?: string) => RequestedItem;
  /** What to request: the usual offer, with tickets for any time of its day. */
  anyTimeItem: (quantity: number) => RequestedItem;
  priceOf: (offer: string) => string;
  /** What a reservation costs in addition to its items; below 0 a discount. */
  fee: string;
  /** The most members of a page, whatever the request says. */
  mostPerPage: number;
  /** Which end of the list of orders is the newest. */
  newestFirst: boolean;
  /** How often the list of orders was read. */
  listLooks: () => number;
  /** The delay of every response in milliseconds. */
  slowMilliseconds: number;
  /** Runs while a request is on its way. */
  meanwhile: ((request: WireRequest) => Promise<void>) | null;
  /** Lets the time between two lookups pass: an order that is late by lookups is then late by one less. */
  timePasses: () => void;
  /** Expires reservations now: all, or those whose identifiers are given. */
  expire: (ids?: readonly string[]) => void;
}

export interface ProgrammeSession {
  /** Its path. */
  session: string;
  /** ISO 8601, at the venue. */
  occursAt: string;
  /** The path of the offer that gives access to it. */
  offer: string;
  /** Left out: the server does not say it. */
  status?: SessionState;
}

/** An item of a request for reservations. */
export type RequestedItem = CreateReservationsInput['items'][number];

/** Data of the orders that responses do not contain. */
export interface Ledger {
  /** Order calls that are carried out later: after how many more readings of which reservation. */
  late: { body: string; reservation: string; looks: number }[];
  listLooks: number;
  /** The responses stored by idempotency key. */
  answers: Map<string, WireAnswer>;
}
