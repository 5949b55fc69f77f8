import { both } from './bilingual';
import type { FeedEvent } from './programme';

type Facts = Required<Pick<FeedEvent, 'category' | 'languages' | 'accessibility'>> &
  Pick<FeedEvent, 'arrivalWindow' | 'meetingPoint' | 'minimumAge' | 'included'>;

/** What customers filter by, and want to know before they buy, by the keys of the demonstration's events. */
export const eventFacts = {
  collections: facts('museum', [], ['step_free', 'accessible_toilet', 'tactile', 'assistance_dogs']),
  blue: {
    ...facts('exhibition', [], ['step_free', 'accessible_toilet', 'assistance_dogs']),
    arrivalWindow: true,
  },
  'stores-tour': {
    ...facts('tour', ['fr', 'en'], ['hearing_loop']),
    meetingPoint: both('At the river door, ten minutes before', 'À la porte d’eau, dix minutes avant'),
    minimumAge: 8,
  },
  loop: {
    ...facts('boat', ['fr', 'en', 'de'], ['step_free', 'assistance_dogs']),
    meetingPoint: both(
      'At the gangway, fifteen minutes before departure',
      'À la passerelle, quinze minutes avant le départ',
    ),
  },
  sunset: {
    ...facts('boat', ['fr', 'en'], ['step_free']),
    meetingPoint: both(
      'At the gangway, fifteen minutes before departure',
      'À la passerelle, quinze minutes avant le départ',
    ),
    included: both('A glass of Crémant, a blanket', 'Un verre de crémant, une couverture'),
  },
  ferry: facts('boat', [], ['step_free', 'assistance_dogs']),
  'museum-visit': facts('exhibition', [], ['step_free', 'accessible_toilet']),
  'lock-keeper': facts('theatre', ['fr'], ['wheelchair_places', 'hearing_loop', 'subtitles']),
  tides: facts('theatre', ['fr'], ['wheelchair_places', 'hearing_loop', 'audio_description']),
  'strings-and-reeds': facts('music', [], ['wheelchair_places', 'hearing_loop']),
  'little-rain': facts('family', ['fr'], ['wheelchair_places', 'quiet']),
  'glass-harbour': facts('music', ['fr', 'en'], ['wheelchair_places', 'hearing_loop', 'subtitles']),
  'table-for-twelve': {
    ...facts('food', ['fr', 'en'], []),
    meetingPoint: both('At the door of the old paint shop', 'À la porte de l’ancien atelier de peinture'),
    minimumAge: 12,
    included: both('Soup, bread and cheese, a glass of wine', 'Soupe, pain et fromage, un verre de vin'),
  },
} satisfies Record<string, Facts>;

function facts(
  category: Facts['category'],
  languages: Facts['languages'],
  accessibility: Facts['accessibility'],
): Facts {
  return { category, languages, accessibility };
}

/** Where the demonstration's venues would be, on the Loire. */
export const positions = {
  museum: { latitude: 47.4031, longitude: -0.9612 },
  quay: { latitude: 47.4027, longitude: -0.9598 },
  theatre: { latitude: 47.4068, longitude: -0.9655 },
} as const;
