import type { Order } from '../../contract/order';
import type { Reservation } from '../../contract/reservation';
import type { RequestedItem } from '../reserve';
import type { ItemTickets } from './ticketing-tickets';
import type { WireAnswer, WireRequest, WireServer } from './wire';

/**
 * How an order call goes; null: as it should. `before`: not carried out, `after`: carried out, and the answer is a broken
 * connection, a 5xx, or not what the specification says. `late…`: the connection breaks, and it is carried out when its
 * first reservation is read, or the time of a look passes, for the n-th time, or so many milliseconds later.
 * `accepted`: carried out and answered with 202. `moved`: carried out and answered with a redirect. `multi_status`: not
 * carried out, answered with 207. `none`, `some`, `other`: carried out, and answered with no order, all but the first
 * order, or orders of somebody else. `refuse_after`, `expire_after`: carried out, and answered with a refusal.
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

/** How a reservation call goes; null: as it should. */
export type ReserveFault =
  'cut_before' | 'cut_after' | 'error_before' | 'error_after' | 'forbidden' | 'running' | 'sold_out';

/**
 * A stand-in for a server that has the specification and nothing more, and orders the same reservation twice when it is
 * asked twice: what the client may not do shows.
 */
export interface TicketingServer extends WireServer {
  catalogId: string;
  price: string;
  /** How many more reservations it gives. */
  stock: number;
  holdMilliseconds: number;
  /** How far its clock is from ours. */
  clockOffMilliseconds: number;
  /** `one`: what is asked for together is one reservation. */
  grouping: 'each' | 'one';
  reservations: Map<string, Reservation>;
  orders: Order[];
  orderFaults: (OrderFault | null)[];
  reserveFaults: (ReserveFault | null)[];
  /** Has it what is beside the specification: giving reservations back, and keys under which nothing is done twice? */
  hasExtensions: boolean;
  /** The keys under which it was asked to reserve; null: none. */
  reserveKeys: (string | null)[];
  /** Does its list of orders have the filters of our own service? */
  hasFilters: boolean;
  /** The query of every request for a page of the list of orders. */
  listCalls: string[];
  /** Every body that was sent to have something ordered. */
  orderCalls: string[];
  /** Does an order show at its reservation, and in the list? */
  reveals: { reservation: boolean; list: boolean };
  /** After how many readings of the list an order shows in it. */
  listLateLooks: number;
  /** Does an order have its documents? */
  documentsReady: boolean;
  /** The single tickets of its orders, beside the specification. */
  tickets: ItemTickets;
  /** Can a reservation be read at all? */
  readable: boolean;
  /** Nobody answers. */
  away: boolean;
  /** What to ask for: the usual offer, or one of its own at this price. */
  item: (quantity: number, price?: string) => RequestedItem;
  priceOf: (offer: string) => string;
  /** What a reservation costs beside its items; below 0 a discount. */
  fee: string;
  /** The most members of a page, whatever is asked for. */
  mostPerPage: number;
  /** Which end of the list of orders is the newest. */
  newestFirst: boolean;
  /** How often the list of orders was read. */
  listLooks: () => number;
  /** So many milliseconds pass before every answer. */
  slowMilliseconds: number;
  /** What else happens while a request is on its way. */
  meanwhile: ((request: WireRequest) => Promise<void>) | null;
  /** As long as the shop waits between two looks: what is late by looks is late by one less. */
  timePasses: () => void;
  /** Lets reservations end now: all, or those whose identifiers are given. */
  expire: (ids?: readonly string[]) => void;
}

/** What is known of the orders besides what is answered. */
export interface Ledger {
  /** Orders by call that are carried out later: how many more readings of which reservation. */
  late: { body: string; reservation: string; looks: number }[];
  listLooks: number;
  /** What was answered under which key. */
  answers: Map<string, WireAnswer>;
  /** From which reading of the list on an order shows. */
  listedFrom: Map<string, number>;
}
