import { addresses } from '../contract/iri';
import { ticketsFileSchema } from '../contract/tickets-file';
import type { Language } from '../locale/languages';
import type { Reader } from './reader';
import type { CallOptions } from './result';
import { parseBody, unexpectedAnswer } from './transport';

/** One PDF with the tickets of several orders. */
export type TicketsDrawn =
  | { readonly kind: 'drawn'; readonly content: Uint8Array<ArrayBuffer>; readonly language: string }
  /** All tickets are cancelled. */
  | { readonly kind: 'none' }
  /** The server does not draw it: each order has a document of its own. */
  | { readonly kind: 'missing' };

/** The service draws a document within 20 seconds, or refuses. */
const drawnWithinMilliseconds = 25_000;

/** The tickets of a booking in one file: our extension, which a server may not have. `forGift`: nothing in it tells of who paid. */
export function ticketsFileCalls({ send }: Reader) {
  return {
    drawTickets: async (
      orders: readonly string[],
      { language, forGift = false }: CallOptions & { language: Language; forGift?: boolean },
    ): Promise<TicketsDrawn> => {
      const answer = await send({
        method: 'POST',
        path: addresses.ticketsFile(),
        body: { orders, ...(forGift ? { forGift } : {}) },
        language,
        timeoutMilliseconds: drawnWithinMilliseconds,
      });
      if ([403, 404, 405, 410, 501].includes(answer.status)) return { kind: 'missing' };
      if (answer.status !== 200 && answer.status !== 201) throw unexpectedAnswer(answer);
      const { content, language: its } = parseBody(ticketsFileSchema, answer);
      if (content === null) return { kind: 'none' };
      return {
        kind: 'drawn',
        content: Uint8Array.from(Buffer.from(content, 'base64')),
        // It becomes part of the name of the file, so only a language code is accepted.
        language: /^[a-z]{2}$/.test(its) ? its : language,
      };
    },
  };
}
