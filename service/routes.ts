import type { ServiceContext } from './dependencies';
import type { Route } from './http/route';
import { admissionRoutes } from './routes-admission';
import { administrationRoutes } from './routes-administration';
import { bookingRoutes } from './routes-booking';
import { setupRoutes } from './routes-setup';
import { ticketingRoutes } from './routes-ticketing';
import { voucherRoutes } from './routes-voucher';

/** All routes (specification §4): the router and the API descriptions are made from them. */
export function routes(context: ServiceContext): Route[] {
  const rows = {
    ...ticketingRoutes,
    ...bookingRoutes,
    ...admissionRoutes,
    ...administrationRoutes,
    ...setupRoutes,
    ...voucherRoutes,
  };
  return Object.entries(rows).map(([operationId, row]) => row(operationId, context));
}
