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
    booking,
  };
}

/** The name of the venue; its address if the event has that name, too; empty if neither is known. */
function placeOf({ name, venue }: FoundEvent['event']): string {
  if (!venue) return '';
  return venue.name === name ? venue.address : venue.name;
}
