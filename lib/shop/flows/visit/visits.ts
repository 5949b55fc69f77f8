import { Temporal } from 'temporal-polyfill';
import type { Seat } from '../../../contract/seat';
import type { Line, LineTicket } from '../../values/checkout-values';
import { sessionEnd } from '../../rules/session-end';

/** One entry of a calendar: all tickets of an order that are valid at the same time in the same place. */
export interface Visit {
  /** From 1, in the order of the tickets; an order that was made never changes its visits. */
  readonly number: number;
  readonly name: string;
  readonly line: Pick<Line, 'catalogName' | 'date' | 'timezone' | 'lang'>;
  readonly ticket: LineTicket;
  /** ISO 8601 in UTC; null: the whole day `line.date`. */
  readonly begins: string | null;
  /** ISO 8601 in UTC: the end of the session, or of the time in which one may arrive; null: not known. */
  readonly ends: string | null;
  readonly tickets: readonly { readonly name: string; readonly quantity: number }[];
  /** The numbered seats of all these tickets. */
  readonly seats: readonly Seat[];
}

interface Bought {
  readonly items: readonly { readonly lines: readonly Line[] }[];
}

/**
 * The visits of an order, numbered by all that was bought. Tickets without a day have none, because they are valid at any
 * time; gift cards admit nobody.
 * `valid`: what is left of it, if tickets were cancelled or exchanged.
 */
export function visitsOf({ items }: Bought, valid?: readonly Line[]): Visit[] {
  const bought = items.flatMap(({ lines }) => lines);
  const keys = new Set(bought.flatMap((line) => line.tickets.flatMap((ticket) => keyOf(line, ticket) ?? [])));
  const numbers = new Map([...keys].map((key, index) => [key, index + 1]));
  const visits = new Map<number, Visit>();
  for (const line of valid ?? bought) {
    for (const ticket of line.tickets) {
      const number = numbers.get(keyOf(line, ticket) ?? '');
      if (number === undefined) continue;
      const visit = visits.get(number) ?? { number, ...visitOf(line, ticket), seats: [] };
      visits.set(number, {
        ...visit,
        tickets: [...visit.tickets, ofLine(line, ticket)],
        seats: [...visit.seats, ...(ticket.seats ?? [])],
      });
    }
  }
  return [...visits.values()];
}

/** A visit of one ticket. */
export function visitOf(line: Line, ticket: LineTicket): Omit<Visit, 'number'> {
  return {
    name: nameOf(line, ticket),
    line,
    ticket,
    ...timesOf(ticket),
    tickets: [],
    seats: ticket.seats ?? [],
  };
}

function nameOf(line: Line, ticket: LineTicket): string {
  return ticket.event?.name ?? (ticket.name === '' ? line.productName : ticket.name);
}

function keyOf(line: Line, ticket: LineTicket): string | null {
  const { occursAt, sessionName, event } = ticket;
  if (line.giftCard === true) return null;
  const parts = [line.catalogId, event?.id ?? ''];
  // By the moment, which a server may write with another offset for another ticket.
  if (occursAt !== null) parts.push(String(Date.parse(occursAt)), sessionName ?? '');
  // Without the product: two types of tickets for the same thing are one visit.
  else if (line.date !== null) parts.push(nameOf(line, ticket), line.date);
  else return null;
  return JSON.stringify(parts);
}

function ofLine(line: Line, ticket: LineTicket) {
  return { name: line.productName === '' ? ticket.name : line.productName, quantity: line.quantity };
}

function timesOf({ occursAt, duration }: LineTicket): Pick<Visit, 'begins' | 'ends'> {
  if (occursAt === null) return { begins: null, ends: null };
  const begins = Temporal.Instant.from(occursAt);
  return { begins: begins.toString(), ends: sessionEnd(begins, duration ?? null)?.toString() ?? null };
}
