import { sql } from 'drizzle-orm';
import type { Reader } from '../../../database/database';
import { compareAmounts, subtractAmounts, sumAmounts } from '../../../money/money';
import { methodOfRow, paymentsWithin } from '../report/payments';
import { type DayFigure, dayFigureSchema } from '../../values/closing-values';

/** One day of a time zone. */
export interface Day {
  /** YYYY-MM-DD */
  day: string;
  /** The IANA name. */
  timeZone: string;
}

/** The payments and refunds of a day, by method and kind. */
export function readDayFigures(reader: Reader, { day, timeZone }: Day): Promise<DayFigure[]> {
  const period = { from: day, to: day, timeZone };
  return reader.rows(
    dayFigureSchema,
    sql`select ${methodOfRow} as method, one.kind, count(*)::int as count, sum(one.amount)::numeric(14, 2)::text as amount
        from (${paymentsWithin(period)}) one join storefront.payment on payment.id = one.payment_id
        group by 1, one.kind order by 1, one.kind`,
  );
}

/** How much cash a day brought, without what was paid back in cash. */
export function cashOf(figures: readonly DayFigure[]): string {
  return sumAmounts(figures.filter(({ method }) => method === 'cash').map(({ amount }) => amount));
}

/** What was added to a day since it was closed, or taken from it; empty if it is as it was. */
export function correctionsOf(closed: readonly DayFigure[], now: readonly DayFigure[]): DayFigure[] {
  const keyOf = ({ method, kind }: DayFigure) => `${method} ${kind}`;
  const before = new Map(closed.map((figure) => [keyOf(figure), figure]));
  const after = new Map(now.map((figure) => [keyOf(figure), figure]));
  const all = new Map([...before, ...after]);
  return [...all].flatMap(([key, figure]) => {
    const count = (after.get(key)?.count ?? 0) - (before.get(key)?.count ?? 0);
    const amount = subtractAmounts(after.get(key)?.amount ?? '0.00', before.get(key)?.amount ?? '0.00');
    return count === 0 && compareAmounts(amount, '0.00') === 0 ? [] : [{ ...figure, count, amount }];
  });
}
