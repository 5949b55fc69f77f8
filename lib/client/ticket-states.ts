import { addresses } from '../contract/iri';
import { type TicketStates, ticketStatesSchema } from '../contract/ticket-states';
import type { CallOptions } from './result';
import type { Reader } from './reader';
import { parseBody, unexpectedAnswer } from './transport';

/** The states of tickets: our extension, which a server may not have. */
export function ticketStateCalls({ send }: Reader) {
  return {
    /** Which tickets of these orders are not valid any more. Null: the server does not tell. */
    readTicketStates: async (
      orders: readonly string[],
      { language }: CallOptions,
    ): Promise<Pick<TicketStates, 'redeemed' | 'cancelled'> | null> => {
      const answer = await send({
        method: 'POST',
        path: addresses.ticketStates(),
        body: { orders },
        language,
      });
      if (answer.status === 200 || answer.status === 201) return parseBody(ticketStatesSchema, answer);
      if ([403, 404, 405, 410, 501].includes(answer.status)) return null;
      throw unexpectedAnswer(answer);
    },
  };
}
