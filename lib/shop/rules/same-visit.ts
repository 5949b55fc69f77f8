import type { Line } from '../values/checkout-values';

/** The same text for what is of one seller and one time: a family's tickets are of several types. */
export const visitKey = ({
  catalogId,
  date,
  tickets,
}: Pick<Line, 'catalogId' | 'date' | 'tickets'>): string =>
  [catalogId, date, ...tickets.map(({ occursAt }) => occursAt)].join();
