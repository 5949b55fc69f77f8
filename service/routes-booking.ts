import { listSessionChanges, sessionChangesQuery } from './feed/read-session-changes';
import { sessionChangeSchema } from './feed/session-change-resource';
import { listRoute, route, type RouteOf } from './http/route';
import { getItemTicket, patchItemTicket } from './order/item-ticket';
import { invalidPatch, itemTicketPatch, itemTicketSchema } from './order/item-ticket-resource';
import { cancelOrder } from './order/cancel-order';
import {
  cancellationSchema,
  cancellationTermsSchema,
  cancelOrderBody,
  invalidCancellation,
} from './order/cancellation-resource';
import { createOrders } from './order/create-orders';
import {
  createdOrdersSchema,
  createOrdersBody,
  documentPatch,
  documentSchema,
  invalidOrders,
  orderSchema,
} from './order/order-resource';
import { getCancellation, getCancellationTerms, listCancellations } from './order/read-cancellations';
import { getOrder, listOrders, ordersQuery } from './order/read-orders';
import { readTicketStates } from './order/read-ticket-states';
import { refreshDocument } from './order/refresh-document';
import { invalidTicketStates, ticketStatesBody, ticketStatesSchema } from './order/ticket-states-resource';
import { getOrganization, organizationSchema } from './organization/get-organization';
import { createReservations } from './reservation/create-reservations';
import { extendReservation, releaseReservation } from './reservation/end-or-extend';
import { getReservation, listReservations, reservationsQuery } from './reservation/read-reservations';
import {
  createdReservationsSchema,
  createReservationsBody,
  invalidReservations,
  invalidState,
  reservationSchema,
} from './reservation/reservation-resource';
import type { ServiceContext } from './dependencies';

const ofReservations = {
  tag: { name: 'Reservations', description: 'Holding offers for a limited time (§2.9, §3).' },
  section: '4.3',
};
const ofOrders = {
  tag: { name: 'Orders', description: 'Bookings, their documents and single tickets (§2.10–§2.12).' },
  section: '4.5',
};
export const ofIssuers = {
  tag: { name: 'Issuers', description: 'Organizations and their feeds. Our addition.' },
  section: null,
};
const read = { method: 'GET', scope: 'booking:read' } as const;
const write = { method: 'POST', scope: 'booking:write' } as const;

/** Reservations, orders, documents: the routes of specification §4.2 to §4.6, and our extensions. */
export const bookingRoutes = {
  createReservations: route({
    ...write,
    ...ofReservations,
    path: '/v1/booking/reservations/_bulk',
    summary: 'Hold offers for a limited time',
    description:
      'Every ticket of the offer appears in `ticketSessions`; a ticket that is not by date needs a session. Items that can’t be held now are told in `failedReservations`. An item that is malformed, or that names what does not exist, is 422 for the whole call, and nothing is held.',
    section: '4.2',
    body: createReservationsBody,
    invalid: invalidReservations,
    response: createdReservationsSchema,
    repeatable: true,
    handle: createReservations,
  }),
  listReservations: listRoute({
    ...read,
    ...ofReservations,
    path: '/v1/booking/reservations',
    summary: 'The reservations of the organization',
    query: reservationsQuery,
    response: reservationSchema,
    handle: listReservations,
  }),
  getReservation: route({
    ...read,
    ...ofReservations,
    path: '/v1/booking/reservations/{id}',
    summary: 'One reservation',
    response: reservationSchema,
    handle: getReservation,
  }),
  extendReservation: route({
    ...write,
    ...ofReservations,
    path: '/v1/booking/reservations/{id}/_extend',
    summary: 'Hold for as long again',
    description:
      'Ten times at most, and not after it expired. A repetition with the same `Idempotency-Key` extends nothing.',
    section: null,
    invalid: invalidState,
    response: reservationSchema,
    repeatable: true,
    handle: extendReservation,
  }),
  releaseReservation: route({
    ...write,
    ...ofReservations,
    path: '/v1/booking/reservations/{id}/_release',
    summary: 'Give the held offer back',
    description: 'Doing it again changes nothing.',
    section: null,
    invalid: invalidState,
    response: reservationSchema,
    handle: releaseReservation,
  }),
  createOrders: route({
    ...write,
    ...ofOrders,
    path: '/v1/booking/orders/_bulk',
    summary: 'Turn reservations into orders',
    description:
      'Only after the customer’s payment succeeded. All or none. Asking again for the same booking gives the same orders. The same `externalReference` groups orders into one booking. With `rebooking` (our addition) tickets of an earlier order are cancelled in the same step, by the product’s rule, and their price is credited: the shop charges or refunds the difference.',
    section: '4.4',
    body: createOrdersBody,
    invalid: invalidOrders,
    response: createdOrdersSchema,
    repeatable: true,
    handle: createOrders,
  }),
  listOrders: listRoute({
    ...read,
    ...ofOrders,
    path: '/v1/booking/orders',
    summary: 'The orders of the organization',
    query: ordersQuery,
    response: orderSchema,
    handle: listOrders,
  }),
  getOrder: route({
    ...read,
    ...ofOrders,
    path: '/v1/booking/orders/{id}',
    summary: 'One order',
    response: orderSchema,
    handle: getOrder,
  }),
  cancelOrder: route({
    ...write,
    ...ofOrders,
    path: '/v1/booking/orders/{id}/_cancel',
    summary: 'Cancel tickets of an order',
    description:
      'All that are named or none. The product’s rule decides until when, and how much is refunded; `override` and `refundAmountInclTax` need the scope `booking:override` too. The units can be sold again at once. Asking again gives the same cancellation. The money itself is refunded by the shop.',
    section: null,
    body: cancelOrderBody,
    invalid: invalidCancellation,
    response: cancellationSchema,
    repeatable: true,
    handle: cancelOrder,
  }),
  listCancellations: listRoute({
    ...read,
    ...ofOrders,
    path: '/v1/booking/orders/{id}/cancellations',
    summary: 'The cancellations of an order',
    section: null,
    response: cancellationSchema,
    handle: listCancellations,
  }),
  getCancellation: route({
    ...read,
    ...ofOrders,
    path: '/v1/booking/orders/{orderId}/cancellations/{id}',
    summary: 'One cancellation of an order',
    section: null,
    response: cancellationSchema,
    handle: getCancellation,
  }),
  getCancellationTerms: route({
    ...read,
    ...ofOrders,
    path: '/v1/booking/orders/{id}/cancellation_terms',
    summary: 'What can be cancelled, until when, and for how much',
    section: null,
    response: cancellationTermsSchema,
    handle: getCancellationTerms,
  }),
  refreshDocument: route({
    ...ofOrders,
    method: 'PATCH',
    scope: 'booking:read',
    path: '/v1/booking/orders/{orderId}/documents/{id}',
    summary: 'A fresh download address of a document',
    description:
      'An empty object asks for a fresh `temporaryUrl`, in the language of Accept-Language or else the catalogue’s. `{"prices": false}` asks for the tickets without prices, which the answer then says.',
    section: '4.6',
    body: documentPatch,
    invalid: invalidPatch,
    response: documentSchema,
    localized: true,
    handle: refreshDocument,
  }),
  readTicketStates: route({
    ...ofOrders,
    method: 'POST',
    scope: 'booking:read',
    path: '/v1/booking/orders/_ticket-states',
    summary: 'Which tickets of many orders were used or cancelled',
    description: 'It changes nothing. All other tickets of the orders are valid.',
    section: null,
    body: ticketStatesBody,
    invalid: invalidTicketStates,
    response: ticketStatesSchema,
    handle: readTicketStates,
  }),
  getItemTicket: route({
    ...read,
    ...ofOrders,
    path: '/v1/booking/orders/{orderId}/items/{orderItemId}/tickets/{id}',
    summary: 'One ticket of an order item',
    section: '4.6',
    response: itemTicketSchema,
    handle: getItemTicket,
  }),
  patchItemTicket: route({
    ...ofOrders,
    method: 'PATCH',
    scope: 'booking:write',
    path: '/v1/booking/orders/{orderId}/items/{orderItemId}/tickets/{id}',
    summary: 'Name the holder, answer the forms, redeem, cancel',
    description:
      'A merge patch (RFC 7386): null clears. `status: redeemed` needs the scope `ticket:redeem` too, and works once.',
    section: '4.6',
    body: itemTicketPatch,
    invalid: invalidPatch,
    response: itemTicketSchema,
    handle: patchItemTicket,
  }),
  listSessionChanges: listRoute({
    ...read,
    ...ofOrders,
    path: '/v1/booking/session_changes',
    summary: 'The sessions with sold tickets that imports changed, the oldest change first',
    description:
      'The sessions for which the organization sold tickets, and that a feed retired, moved, cancelled or postponed before they began. Tickets that were held at that moment can still be ordered: read the changes of the last hours again.',
    section: null,
    query: sessionChangesQuery,
    response: sessionChangeSchema,
    handle: listSessionChanges,
  }),
  getOrganization: route({
    ...read,
    ...ofIssuers,
    path: '/v1/organizations/{id}',
    summary: 'The organization that calls',
    description: 'The caller’s own; any other is not found.',
    response: organizationSchema,
    handle: getOrganization,
  }),
} satisfies Record<string, RouteOf<ServiceContext>>;
