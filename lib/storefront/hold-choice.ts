import { z } from 'zod';
import { addresses } from '../contract/iri';
import type { OfferTicket } from '../contract/offer';
import { failureReasons, type CreateReservationsInput } from '../contract/reservation';

/**
 * What a customer chose on an offer's page. It is sent in the form and, if something was wrong, returned in
 * the page's URL, so that nothing is lost with or without scripts. It contains no personal data.
 */

const sessionPrefix = 'session.';
const maximumTickets = 20;

/** The name of a ticket's form field, and of its URL parameter. */
export const sessionField = (ticketId: string) => `${sessionPrefix}${ticketId}`;

export interface HoldChoice {
  /** As typed: an invalid number is returned, too. */
  readonly quantity: string;
  /** Session identifiers by ticket identifier. */
  readonly sessions: ReadonlyMap<string, string>;
  readonly seenPrice: string | null;
}

type Values = Iterable<readonly [string, unknown], void>;

/** Reads the choice from a form's fields or a URL's parameters; ignores values that are not short texts. */
export function readChoice(values: Values): HoldChoice {
  const texts = new Map<string, string>();
  for (const [name, value] of values) {
    if (typeof value === 'string' && value.length <= 100) texts.set(name, value);
  }
  const sessions = [...texts]
    .filter(([name, value]) => name.startsWith(sessionPrefix) && value !== '')
    .slice(0, maximumTickets)
    .map(([name, value]) => [name.slice(sessionPrefix.length), value] as const);
  return {
    quantity: texts.get('quantity') ?? '',
    sessions: new Map(sessions),
    seenPrice: texts.get('price') ?? null,
  };
}

export function choiceQuery(choice: HoldChoice): Record<string, string> {
  const query: Record<string, string> = choice.quantity === '' ? {} : { quantity: choice.quantity };
  for (const [ticket, session] of choice.sessions) query[sessionField(ticket)] = session;
  return query;
}

/** Why nothing was held: the service's reasons for refusing, and our own. */
const reasonSchema = z.enum([
  ...failureReasons,
  ...(['UNKNOWN', 'price', 'unpriced', 'quantity', 'session', 'invalid', 'basket', 'network'] as const),
  ...(['busy', 'away'] as const),
]);

const problemSchema = z.object({
  problem: reasonSchema,
  /** How many are left, for INSUFFICIENT_QUANTITY; how many more may be held, for `basket` and `network`. */
  left: z.coerce.number().int().min(0).max(10_000).optional().catch(undefined),
  /** In how many minutes the hold may succeed, for `network`. */
  minutes: z.coerce.number().int().min(1).max(1440).optional().catch(undefined),
  ticket: z.guid().optional().catch(undefined),
  before: z
    .string()
    .regex(/^\d{1,6}\.\d{2}$/)
    .optional()
    .catch(undefined),
});

export type HoldProblem = z.infer<typeof problemSchema>;

export function readProblem(parameters: Readonly<Record<string, unknown>>): HoldProblem | null {
  return problemSchema.safeParse(parameters).data ?? null;
}

/** The choice in the form that the service accepts (§4.2), or what is missing from it. */
export function toReservationItem(
  place: { readonly catalogId: string; readonly offerId: string },
  choice: HoldChoice,
  tickets: readonly OfferTicket[],
  maximum: number,
):
  | { kind: 'item'; item: CreateReservationsInput['items'][number] }
  | { kind: 'problem'; problem: HoldProblem } {
  const quantity = /^\d{1,2}$/.test(choice.quantity) ? Number(choice.quantity) : 0;
  if (quantity < 1 || quantity > maximum) return { kind: 'problem', problem: { problem: 'quantity' } };
  const { catalogId, offerId } = place;
  const ticketSessions: { ticket: string; session?: string }[] = [];
  for (const ticket of tickets) {
    const path = addresses.ticket(catalogId, offerId, ticket.id);
    if (ticket.dateAccess) {
      ticketSessions.push({ ticket: path });
      continue;
    }
    const chosen = ticket.sessions.find((session) => session.id === choice.sessions.get(ticket.id));
    if (chosen === undefined) return { kind: 'problem', problem: { problem: 'session', ticket: ticket.id } };
    // The path exactly as the service wrote it: only the service knows the event that the session belongs to.
    ticketSessions.push({ ticket: path, session: chosen['@id'] });
  }
  return {
    kind: 'item',
    item: { quantity, offer: addresses.offer(catalogId, offerId), ticketSessions },
  };
}
