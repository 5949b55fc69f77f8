import type { z } from 'zod';
import { eventSchema as readEventSchema } from '@/lib/contract/event';
import { addresses } from '@/lib/contract/iri';
import type { GalleryImage, Image } from '@/lib/contract/values';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from '../catalog/catalog';
import { catalogSchema } from '../catalog/catalog-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import type { StoredGalleryImage, StoredImage } from './event-table';
import type { StoredEvent } from './event-store';

const id = exampleId(2);
const exampleImage: Image = {
  contentUrl: 'https://images.river.test/boat.jpg',
  width: 1200,
  height: 800,
  alternative: 'A boat under a bridge',
};

export const eventSchema = readEventSchema.required().meta({
  id: 'TicketingEvent',
  description: 'An activity (§2.3).',
  example: {
    '@id': addresses.event(exampleOf(catalogSchema).id, id),
    '@type': 'TicketingEvent',
    id,
    name: 'Boat',
    description: 'An hour on the river',
    image: exampleImage,
    images: [{ ...exampleImage, credit: 'Photograph: Ada Marin', focalPoint: { x: 0.5, y: 0.3 } }],
    venue: {
      name: 'Quay 3',
      address: '3 quay, Lyon',
      position: { latitude: 45.76, longitude: 4.84 },
      images: [],
    },
    arrivalWindow: false,
    category: 'boat',
    languages: ['en', 'fr'],
    accessibility: ['step_free'],
    meetingPoint: 'At the steps of quay 3, ten minutes before',
    minimumAge: 4,
    included: 'A life jacket and a hot drink',
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
    image: imageResource(event.image ?? firstOf(event.images), catalog, language),
    images: imagesOf(event, catalog, language),
    venue: event.venue && {
      ...event.venue,
      position: event.venue.position ?? null,
      // Stored before venues had pictures, it has none.
      images: (event.venue.images ?? []).map((one) => galleryImage(one, catalog, language)),
    },
    arrivalWindow: event.arrivalWindow,
    category: event.category,
    languages: event.languages,
    accessibility: event.accessibility,
    meetingPoint: event.meetingPoint && localize(event.meetingPoint, language, catalog.language),
    minimumAge: event.minimumAge,
    included: event.included && localize(event.included, language, catalog.language),
  };
}

/** All pictures; of an event without a list the one that it has. */
function imagesOf({ image: one, images }: StoredEvent, catalog: Catalog, language: string): GalleryImage[] {
  const all = images.length > 0 || one === null ? images : [{ ...one, credit: null, focalPoint: null }];
  return all.map((each) => galleryImage(each, catalog, language));
}

/** It has also a credit and a focal point, which are not members of `image`. */
function firstOf([first]: readonly StoredGalleryImage[]): StoredImage | null {
  if (first === undefined) return null;
  const { contentUrl, width, height, alternative } = first;
  return { contentUrl, width, height, alternative };
}

function galleryImage(one: StoredGalleryImage, catalog: Catalog, language: string): GalleryImage {
  return { ...one, alternative: localize(one.alternative, language, catalog.language) };
}

export function imageResource(image: StoredImage | null, catalog: Catalog, language: string): Image | null {
  return image && { ...image, alternative: localize(image.alternative, language, catalog.language) };
}
