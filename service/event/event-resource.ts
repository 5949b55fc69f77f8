import type { Event as EventResource } from '@/lib/contract/event';
import { addresses } from '@/lib/contract/iri';
import type { Image } from '@/lib/contract/values';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from '../catalog/catalog';
import type { StoredEvent, StoredImage } from './event';

/** An event on the wire, its texts in `language` (specification §2.3). */
export function eventResource(event: StoredEvent, catalog: Catalog, language: string): EventResource {
  return {
    '@id': addresses.event(catalog.id, event.id),
    '@type': 'TicketingEvent',
    id: event.id,
    name: localize(event.name, language, catalog.language),
    description: localize(event.description, language, catalog.language),
    image: imageResource(event.image, catalog, language),
    venue: event.venue,
  };
}

/** An image on the wire, its alternative text in `language`. */
export function imageResource(image: StoredImage | null, catalog: Catalog, language: string): Image | null {
  return image && { ...image, alternative: localize(image.alternative, language, catalog.language) };
}
