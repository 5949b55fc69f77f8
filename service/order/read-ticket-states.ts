import type { z } from 'zod';
import type { ticketStatesInputSchema, TicketStates } from '@/lib/contract/ticket-states';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { ticketsNotValid } from './item-ticket-store';

/** POST /v1/booking/orders/_ticket-states: it only reads; a query would be too short for the ids. */
export async function readTicketStates(
  { database, newId }: ReadContext & { newId: () => string },
  { principal, body }: Call<never, unknown, z.output<typeof ticketStatesInputSchema>>,
): Promise<TicketStates> {
  const found = await ticketsNotValid(database, principal.organization.id, body.orders);
  const idsOf = (status: (typeof found)[number]['status']) =>
    found.filter((one) => one.status === status).map(({ id }) => id);
  return {
    '@id': `/.well-known/genid/${newId()}`,
    '@type': 'BookingTicketStates',
    redeemed: idsOf('redeemed'),
    cancelled: idsOf('cancelled'),
  };
}
