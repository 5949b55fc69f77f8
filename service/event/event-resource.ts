import type { z } from 'zod';
import { eventSchema as readEventSchema } from '@/lib/contract/event';
import { addresses } from '@/lib/contract/iri';
import type { Image } from '@/lib/contract/values';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from '../catalog/catalog';
import { catalogSchema } from '../catalog/catalog-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import type { StoredImage } from './event-table';
import type { StoredEvent } from './event-store';

const id = exampleId(2);

export const eventSchema = readEventSchema.required().meta({
  id: 'TicketingEvent',
  description: 'An activity (§2.3).',
  example: {
    '@id': addresses.event(exampleOf(catalogSchema).id, id),
    '@type': 'TicketingEvent',
    id,
    name: 'Boat',
    description: 'An hour on the river',
    image: null,
    venue: { name: 'Quay 3', address: '3 quay, Lyon', position: { latitude: 45.76, longitude: 4.84 } },
    arrivalWindow: false,
    category: 'boat',
    languages: ['en', 'fr'],
    accessibility: ['step_free'],
  },
});

/** An event as a response, its texts in `language` (specification §2.3). */
export function eventResource(
  event: StoredEvent,
  catalog: Catalog,
  language: string,
): z.output<typeof eventSchema> {
  return {
    '@id': addresses.event(catalog.id, event.id),
    '@type': 'TicketingEvent',
    id: event.id,
    name: localize(event.name, language, catalog.language),
    description: localize(event.description, language, catalog.language),
    image: imageResource(event.image, catalog, language),
    venue: event.venue && { ...event.venue, position: event.venue.position ?? null },
    arrivalWindow: event.arrivalWindow,
    category: event.category,
    languages: event.languages,
    accessibility: event.accessibility,
  };
}

export function imageResource(image: StoredImage | null, catalog: Catalog, language: string): Image | null {
  return image && { ...image, alternative: localize(image.alternative, language, catalog.language) };
}
