import { itemTicketSchema, type ItemTicket } from '../contract/item-ticket';
import type { CallOptions, Found } from './result';
import type { ListReader } from './wire/pages';
import { readOne } from './wire/read';
import { surprise } from './wire/transport';

/** That a server has no such request, or refuses it for good. */
const refusals = new Set([400, 403, 404, 405, 410, 415, 422, 501]);

/** The single tickets of an order (§4.6), by their paths. */
export function itemTicketCalls({ send }: ListReader) {
  return {
    getItemTicket: (path: string, call: CallOptions): Promise<Found<ItemTicket>> =>
      readOne(send, itemTicketSchema, path, call),

    /**
     * Cancels a ticket, or makes it valid again: our extension. Asking again changes nothing. `refused`: the server does
     * not do that, or not with this ticket.
     */
    changeItemTicket: async (
      path: string,
      status: 'cancelled' | 'valid',
      { language }: CallOptions,
    ): Promise<'changed' | 'refused'> => {
      const answer = await send({ method: 'PATCH', path, body: { status }, language });
      if (refusals.has(answer.status)) return 'refused';
      if (answer.status !== 200) throw surprise(answer);
      // A server that does not know the status may take the patch and leave the ticket as it is.
      const changed = itemTicketSchema.safeParse(answer.body);
      return changed.success && changed.data.status === status ? 'changed' : 'refused';
    },
  };
}
