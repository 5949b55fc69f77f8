import { admissionCalls } from './admissions';
import { cancellationCalls } from './cancellations';
import { catalogueCalls, offerCalls } from './catalogue';
import { eventSummaryCalls } from './event-summaries';
import { orderListCalls } from './order-list';
import { itemTicketCalls } from './item-tickets';
import { orderCalls } from './orders';
import { reservationCalls } from './reservations';
import { ticketsFileCalls } from './tickets-file';
import { ticketStateCalls } from './ticket-states';
import { sessionChangeCalls } from './session-changes';
import { voucherCalls } from './vouchers';
import { visitorListCalls } from './visitor-list';
import type { CheckAgain } from './catalogue-cache';
import { Reader } from './reader';
import { createTransport, type TransportOptions } from './transport';

interface ClientOptions extends TransportOptions {
  /** Milliseconds by a clock that is never set back. */
  now?: () => number;
  /** Called when an answer of the catalogue is used, with a function that asks whether it is still the same. */
  onCatalogueRead?: (checkAgain: CheckAgain) => void;
}

/**
 * The API of the specification as typed calls. Answers are parsed; expected failures are part of each result;
 * everything else throws a ServiceError. Reads are repeated once if the connection breaks, changes never.
 */
export function createClient({
  now = () => performance.now(),
  onCatalogueRead = () => undefined,
  ...options
}: ClientOptions) {
  const { send, close } = createTransport(options);
  const reader = new Reader(send, now, onCatalogueRead);
  const orders = orderCalls(reader);
  return {
    ...catalogueCalls(reader),
    ...eventSummaryCalls(reader),
    ...offerCalls(reader),
    ...reservationCalls(reader),
    ...voucherCalls(reader),
    ...orders,
    ...orderListCalls(reader, orders),
    ...itemTicketCalls(reader),
    ...ticketStateCalls(reader),
    ...ticketsFileCalls(reader),
    ...admissionCalls(reader),
    ...visitorListCalls(reader),
    ...cancellationCalls(reader),
    ...sessionChangeCalls(reader),
    /** Waits for running calls, then closes the connections. */
    close,
  };
}

export type Client = ReturnType<typeof createClient>;
