import type { DaysWithoutTime } from '@/lib/contract/feed-import';
import type { DocumentPart } from './schema-org-part';
import { readDay } from './schema-org-time';

/** The day of an event without a time; null: it has a time, none at all, or its day is an error or left out. */
export function readAnyTime(
  node: DocumentPart,
  choice: DaysWithoutTime,
): { day: string | null; isLeftOut: boolean } {
  const begin = node.at('startDate');
  const day = readDay(begin);
  if (day === null || choice === 'refuse') return { day: null, isLeftOut: false };
  const last = readDay(node.at('endDate')) ?? node.at('endDate').text.slice(0, 10);
  if (choice === 'any_time' && (last === '' || last === day)) return { day, isLeftOut: false };
  begin.warn(
    choice === 'any_time'
      ? 'Left out: a ticket without a time is valid on one day, and this event has several.'
      : 'Left out: it has a day and no time.',
  );
  return { day: null, isLeftOut: true };
}
