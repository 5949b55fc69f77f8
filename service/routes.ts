import type { Tools } from './dependencies';
import type { Route } from './http/route';
import type { Principal } from './organization/organization';
import { bookingRoutes } from './routes-booking';
import { ticketingRoutes } from './routes-ticketing';

/** The table of addresses (specification §4): the router and the API's documents are made from it. */
export function routes(tools: Tools): Route<Principal>[] {
  return [...ticketingRoutes(tools), ...bookingRoutes(tools)];
}
