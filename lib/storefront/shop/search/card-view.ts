import { hasDayIn } from '../../../discovery/days';
import type { FoundEvent } from '../../../discovery/listing';
import { isSameName } from '../../../discovery/same-name';
import { pictureOf } from '../../common/catalogue/views';
import { accentOf } from '../../common/catalogue/accent';

/** An event in a list. */
export type CardView = ReturnType<typeof cardView>;

export function cardView({ catalog, event, booking, day, part }: FoundEvent) {
  const place = placeOf(event);
  return {
    id: event.id,
    catalog,
    accent: accentOf(catalog),
    name: event.name,
    picture: pictureOf(catalog.id, 'events', event),
    place,
    /** Who sells it; empty if the place says it. */
    house: isSameName(place, catalog.name) ? '' : catalog.name,
    day,
    part,
    /** Something begins in several parts of that day. */
    hasLaterParts: day !== null && partsOn(day, booking) > 1,
    booking,
  };
}

function partsOn(day: string, booking: FoundEvent['booking']): number {
  const all = Object.values(booking?.daysByPart ?? {});
  return all.filter((ranges) => hasDayIn(ranges, { first: day, last: day })).length;
}

/** The name of the venue; its address if the event has that name, too; empty if neither is known. */
function placeOf({ name, venue }: FoundEvent['event']): string {
  if (!venue) return '';
  return venue.name === name ? venue.address : venue.name;
}
