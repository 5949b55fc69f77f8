import { formatDay, venueDay, venueTime } from '../../../locale/venue-time';
import type { EventChange } from '../../tables/event-change-table';
import type { Checkout } from '../../rules/checkout';

/** A session that was cancelled or moved, its time in words, and what the organiser writes. */
export function changeText(
  { eventName, occursAt, targetOccursAt, timezone, message }: EventChange,
  { language }: Pick<Checkout, 'language'>,
): { event: string; moment: string; message: string } {
  const at = (targetOccursAt ?? occursAt).toISOString();
  const moment = `${formatDay(venueDay(at, timezone), language, 'long')}, ${venueTime(at, timezone)}`;
  return { event: eventName, moment, message };
}
