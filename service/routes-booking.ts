import { z } from 'zod';
import { createOrdersInputSchema } from '@/lib/contract/order';
import { createReservationsInputSchema } from '@/lib/contract/reservation';
import { feedBodyLimit, feedQuery, importFeed } from './feed/import-feed';
import { type Route, route } from './http/route';
import { once } from './idempotency/once';
import { getItemTicket, itemTicketPatch, patchItemTicket } from './order/item-ticket';
import { createOrders } from './order/create-orders';
import { getOrder, listOrders, ordersQuery } from './order/read-orders';
import { documentPatch, refreshDocument } from './order/refresh-document';
import { getOrganization } from './organization/get-organization';
import type { Principal } from './organization/organization';
import { createReservations } from './reservation/create-reservations';
import { extendReservation, releaseReservation } from './reservation/end-or-extend';
import { getReservation, listReservations, reservationsQuery } from './reservation/read-reservations';
import type { Tools } from './dependencies';

/** Reservations, orders, documents: the rows of specification §4.2 to §4.6; and what is ours. */
export function bookingRoutes(deps: Tools): Route<Principal>[] {
  return [...reservationRoutes(deps), ...orderRoutes(deps), ...itemTicketRoutes(deps), ...feedRoutes(deps)];
}

function reservationRoutes(deps: Tools): Route<Principal>[] {
  return [
    route({
      method: 'POST',
      scope: 'booking:write',
      path: '/v1/booking/reservations/_bulk',
      operationId: 'createReservations',
      summary: 'Hold offers for a limited time',
      body: createReservationsInputSchema,
      answers: { type: 'CreateReservationBulkOutput' },
      repeatable: true,
      handle: (call) => once(deps, 'createReservations', call, () => createReservations(deps, call)),
    }),
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/reservations',
      operationId: 'listReservations',
      summary: 'The reservations of the organization',
      query: reservationsQuery,
      answers: { type: 'BookingReservation', list: true },
      handle: (call) => listReservations(deps, call),
    }),
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/reservations/{id}',
      operationId: 'getReservation',
      summary: 'One reservation',
      answers: { type: 'BookingReservation' },
      handle: (call) => getReservation(deps, call),
    }),
    route({
      method: 'POST',
      scope: 'booking:write',
      path: '/v1/booking/reservations/{id}/_extend',
      operationId: 'extendReservation',
      summary: 'Hold for as long again',
      answers: { type: 'BookingReservation' },
      extension: true,
      handle: (call) => extendReservation(deps, call),
    }),
    route({
      method: 'POST',
      scope: 'booking:write',
      path: '/v1/booking/reservations/{id}/_release',
      operationId: 'releaseReservation',
      summary: 'Give the held offer back',
      answers: { type: 'BookingReservation' },
      extension: true,
      handle: (call) => releaseReservation(deps, call),
    }),
  ];
}

function orderRoutes(deps: Tools): Route<Principal>[] {
  return [
    route({
      method: 'POST',
      scope: 'booking:write',
      path: '/v1/booking/orders/_bulk',
      operationId: 'createOrders',
      summary: 'Turn reservations into orders',
      body: createOrdersInputSchema,
      answers: { type: 'CreateOrderBulkOutput' },
      repeatable: true,
      handle: (call) => once(deps, 'createOrders', call, () => createOrders(deps, call)),
    }),
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/orders',
      operationId: 'listOrders',
      summary: 'The orders of the organization',
      query: ordersQuery,
      answers: { type: 'BookingOrder', list: true },
      handle: (call) => listOrders(deps, call),
    }),
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/orders/{id}',
      operationId: 'getOrder',
      summary: 'One order',
      answers: { type: 'BookingOrder' },
      handle: (call) => getOrder(deps, call),
    }),
    route({
      method: 'PATCH',
      scope: 'booking:read',
      path: '/v1/booking/orders/{orderId}/documents/{id}',
      operationId: 'refreshDocument',
      summary: 'A fresh download address of a document',
      body: documentPatch,
      answers: { type: 'BookingOrderDocument' },
      handle: (call) => refreshDocument(deps, call),
    }),
  ];
}

function itemTicketRoutes(deps: Tools): Route<Principal>[] {
  return [
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/booking/orders/{orderId}/items/{orderItemId}/tickets/{id}',
      operationId: 'getItemTicket',
      summary: 'One ticket of an order item',
      answers: { type: 'BookingOrderItemTicket' },
      handle: (call) => getItemTicket(deps, call),
    }),
    route({
      method: 'PATCH',
      scope: 'booking:write',
      path: '/v1/booking/orders/{orderId}/items/{orderItemId}/tickets/{id}',
      operationId: 'patchItemTicket',
      summary: 'Name the holder, answer the forms, redeem, cancel',
      body: itemTicketPatch,
      answers: { type: 'BookingOrderItemTicket' },
      handle: (call) => patchItemTicket(deps, call),
    }),
  ];
}

function feedRoutes(deps: Tools): Route<Principal>[] {
  return [
    route({
      method: 'GET',
      scope: 'booking:read',
      path: '/v1/organizations/{id}',
      operationId: 'getOrganization',
      summary: 'The organization that calls',
      answers: { type: 'Organization' },
      extension: true,
      handle: (call) => getOrganization(call),
    }),
    route({
      method: 'POST',
      scope: 'catalog:write',
      path: '/v1/ticketing/feeds',
      operationId: 'importFeed',
      summary: 'Make a catalogue what an issuer’s feed says',
      query: feedQuery,
      body: z.unknown(),
      bodyLimit: feedBodyLimit,
      answers: { type: 'FeedImport' },
      extension: true,
      handle: (call) => importFeed(deps, call),
    }),
  ];
}
