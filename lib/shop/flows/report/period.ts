import { sql, type SQL } from 'drizzle-orm';

/** Whole days of a time zone. */
export interface Period {
  /** YYYY-MM-DD */
  from: string;
  /** YYYY-MM-DD, included. */
  to: string;
  /** The IANA name. */
  timeZone: string;
}

/** The first moment of the period. */
export const beginOf = ({ from, timeZone }: Period): SQL =>
  sql`(${from}::date)::timestamp at time zone ${timeZone}`;

/** The first moment after it. */
export const endOf = ({ to, timeZone }: Period): SQL =>
  sql`(${to}::date + 1)::timestamp at time zone ${timeZone}`;

/** The condition that a moment lies in the period; an index of the column is used. */
export function isWithin(moment: SQL, period: Period): SQL {
  return sql`${moment} >= ${beginOf(period)} and ${moment} < ${endOf(period)}`;
}

/** The day of a moment, YYYY-MM-DD. */
export function dayOf(moment: SQL, { timeZone }: Period): SQL {
  return sql`(${moment} at time zone ${timeZone})::date`;
}

/** A moment as people of the time zone read it: YYYY-MM-DD HH:MM:SS. */
export function localTime(moment: SQL, { timeZone }: Pick<Period, 'timeZone'>): SQL {
  return sql`to_char(${moment} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
}
