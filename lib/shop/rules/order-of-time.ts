import type { Line, LineTicket } from '../values/checkout-values';

/** ISO 8601, by the venue's clock; what is for any time of a day comes before its times. */
export const beginOf = ({ date }: Pick<Line, 'date'>, { occursAt }: Pick<LineTicket, 'occursAt'>): string =>
  occursAt ?? date ?? '';

/** `begin`: as `beginOf` returns it. What begins at the same time stays in its order. */
export const inOrderOfTime = <Item>(list: readonly Item[], begin: (item: Item) => string): Item[] =>
  list.toSorted((one, other) => compareTexts(begin(one), begin(other)));

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The parts of a combined ticket as they are visited; elsewhere they are in the order of the offer. */
export const visitsOf = (line: Pick<Line, 'date' | 'tickets'>): LineTicket[] =>
  inOrderOfTime(line.tickets, (ticket) => beginOf(line, ticket));

/** When the first visit begins. */
export function firstBegin(lines: readonly Pick<Line, 'date' | 'tickets'>[]): string {
  const begins = lines.flatMap((line) =>
    line.tickets.length === 0 ? [line.date ?? ''] : line.tickets.map((ticket) => beginOf(line, ticket)),
  );
  return inOrderOfTime(begins, (begin) => begin)[0] ?? '';
}
