import { catalogCalls } from './catalogs';
import { eventCalls } from './events';
import { itemTicketCalls } from './item-tickets';
import { offerCalls } from './offers';
import { orderListCalls } from './order-list';
import { orderCalls } from './orders';
import { productCalls } from './products';
import { reservationCalls } from './reservations';
import { ListReader } from './wire/pages';
import { createTransport, type TransportOptions } from './wire/transport';

export type ClientOptions = TransportOptions;

/**
 * The service of the specification, as typed calls. Answers are parsed; what can be expected to go wrong is part of
 * each result; everything else throws a ServiceError. Reads are repeated once when the connection breaks, changes
 * never.
 */
export function createClient(options: ClientOptions) {
  const { send, close } = createTransport(options);
  const reader = new ListReader(send);
  const orders = orderCalls(reader);
  return {
    ...catalogCalls(reader),
    ...eventCalls(reader),
    ...productCalls(reader),
    ...offerCalls(reader),
    ...reservationCalls(send),
    ...orders,
    ...orderListCalls(reader, orders),
    ...itemTicketCalls(reader),
    /** Waits for running calls, then closes the connections. */
    close,
  };
}

export type Client = ReturnType<typeof createClient>;
