import { sql, type SQL } from 'drizzle-orm';
import { boundIds, boundTexts } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';
import { rowColumns, type RowOf } from '@/lib/database/row-columns';
import type { Customer } from '@/lib/contract/customer';
import type { ItemTicket } from '@/lib/contract/item-ticket';
import type { StoredSeat } from '../seat/seat-plan';
import { type DayFilter, listedFields, visitors } from './day-store';

const visitorFields = {
  ...listedFields,
  holder: sql<ItemTicket['holder']>`visitor.holder`,
  customer: sql<Customer>`booking_order.customer`,
  seat: sql<StoredSeat | null>`visitor.seat`,
};
const visitorColumns = rowColumns(visitorFields);

export type VisitorRow = RowOf<typeof visitorFields>;

export interface VisitorFilter extends DayFilter {
  /** What is admitted: ids; with none of both everything of the day. */
  sessions: readonly string[];
  events: readonly string[];
  /** Beginnings of the words of a name. */
  words: readonly string[];
}

/**
 * In small letters without marks; what may stand between two names is a space: "Anne-Marie O’Neill". Letters with marks are
 * taken apart first, because a database without a language knows the small letters of ASCII alone.
 */
const plain = (text: SQL) => sql`translate(
  regexp_replace(regexp_replace(regexp_replace(
    lower(regexp_replace(normalize(${text}, NFKD), U&'[\\0300-\\036F]', '', 'g')),
    '[ßẞ]', 'ss', 'g'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g'),
  'łŁøØđĐı-''’.', 'llooddi    ')`;

const names = sql`concat_ws(' ', '', visitor.holder->>'firstname', visitor.holder->>'lastname',
  booking_order.customer->>'firstname', booking_order.customer->>'lastname')`;

/**
 * The tickets of a day, or of chosen sessions and events of it, whose holder or customer has this name. Only of tickets that
 * the organization sold itself: the customers of others are not its own.
 */
export async function visitorsByName(
  reader: Reader,
  { sessions, events, words, ...day }: VisitorFilter,
  limit: number,
): Promise<VisitorRow[]> {
  const isChosen =
    sessions.length + events.length === 0
      ? sql`true`
      : sql`(visitor.session_id in ${boundIds(sessions)} or visitor.event_id in ${boundIds(events)})`;
  return reader.read(
    visitorColumns,
    sql`from ${visitors(day)}
        join ticketing.booking_order on booking_order.catalog_id = visitor.catalog_id
          and booking_order.id = visitor.order_id
        cross join lateral (select ${plain(names)} as plain) named
        where visitor.organization_id = ${day.organization} and visitor.status <> 'cancelled' and ${isChosen}
          and not exists (
            select from ${boundTexts(words)} word
            where strpos(named.plain, ' ' || ${plain(sql`word.value`)}) = 0)
        order by coalesce(visitor.holder->>'lastname', booking_order.customer->>'lastname'),
          coalesce(visitor.holder->>'firstname', booking_order.customer->>'firstname'), visitor.id
        limit ${limit}`,
  );
}
