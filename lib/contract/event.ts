import { z } from 'zod';
import { extension } from './extension';
import { idSchema, iriSchema } from './iri';
import { galleryImageSchema, imageSchema } from './values';

/** The kinds of events that customers filter by; an event that fits none has none. */
export const eventCategories = [
  'exhibition',
  'museum',
  'tour',
  'architecture',
  'music',
  'theatre',
  'dance',
  'comedy',
  'cinema',
  'festival',
  'talk',
  'workshop',
  'literature',
  'family',
  'sport',
  'boat',
  'nature',
  'food',
] as const;
export type EventCategory = (typeof eventCategories)[number];

/** What venues and sessions are prepared for. */
export const accessibilityFeatures = [
  'step_free',
  'wheelchair_places',
  'accessible_toilet',
  'hearing_loop',
  'sign_language',
  'subtitles',
  'audio_description',
  'tactile',
  'quiet',
  'assistance_dogs',
] as const;
export type AccessibilityFeature = (typeof accessibilityFeatures)[number];

/** Degrees in WGS 84. */
export const positionSchema = z
  .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .meta({ id: 'Position', ...extension('Degrees in WGS 84.') });
export type Position = z.infer<typeof positionSchema>;

const venueSchema = z
  .object({
    name: z.string(),
    address: z.string(),
    position: positionSchema.nullable().optional().meta(extension('Where it is on a map, or null.')),
    images: z.array(galleryImageSchema).optional().meta(extension('Pictures of the venue.')),
  })
  .meta({ id: 'Venue', ...extension('Where an event takes place.') });

/**
 * An activity that occurs once or several times (§2.3). The members after `description` are our additions. Unknown
 * values of `category`, `accessibility` and what follows are ignored, because another server may use others.
 */
export const eventSchema = z.object({
  '@id': iriSchema,
  '@type': z.literal('TicketingEvent'),
  id: idSchema,
  name: z.string(),
  description: z.string().meta({ description: 'May be empty.' }),
  image: imageSchema.nullable().optional().meta(extension('A picture, or null.')),
  images: z
    .array(galleryImageSchema)
    .optional()
    .meta(extension('All its pictures, `image` being one of them; empty: it has none.')),
  venue: venueSchema.nullable().optional().meta(extension('Where it takes place, or null.')),
  arrivalWindow: z
    .boolean()
    .optional()
    .meta(
      extension(
        'true: the duration of a session is the time in which one may arrive, not how long it lasts.',
      ),
    ),
  category: z
    .enum(eventCategories)
    .nullable()
    .optional()
    .catch(undefined)
    .meta(extension('What kind of event it is, or null.')),
  languages: z
    .array(z.string())
    .optional()
    .meta(extension('The languages in which it is held (ISO 639-1); empty: not known, or none is needed.')),
  accessibility: z
    .array(z.enum(accessibilityFeatures))
    .optional()
    .catch(undefined)
    .meta(extension('What it is prepared for; empty: not known.')),
  meetingPoint: z
    .string()
    .nullable()
    .optional()
    .catch(undefined)
    .meta(extension('Where exactly one meets, and how early; null: at the venue.')),
  minimumAge: z
    .int()
    .nullable()
    .optional()
    .catch(undefined)
    .meta(extension('From which age one is admitted; null: at any.')),
  included: z
    .string()
    .nullable()
    .optional()
    .catch(undefined)
    .meta(extension('What the price of its tickets includes; null: it is not said.')),
});

export type Event = z.infer<typeof eventSchema>;
