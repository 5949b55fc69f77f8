import type { AccessibilityFeature, EventCategory } from '../../contract/event';
import type { PartOfDay } from '../../contract/event-summary';

/** What words of one meaning have in common: the kinds of events, for whom they are, and being on the way. */
export type Concept = EventCategory | 'trip' | 'children' | 'students' | 'seniors';

/** For whom an event is. */
export const audiences = ['children', 'family', 'students', 'seniors'] as const satisfies readonly Concept[];
export type Audience = (typeof audiences)[number];

/** A day, a part of the day, or both, such as "tonight". The names of the days of the week come from `Intl`. */
export type When =
  'today' | 'tomorrow' | 'weekend' | 'week' | 'saturday' | Part | `${'today' | 'tomorrow'}+${Part}`;
export const parts = ['morning', 'afternoon', 'evening'] as const satisfies readonly PartOfDay[];
export type Part = PartOfDay;

/**
 * The words of a language by what they mean, with commas between them; several words can have a meaning together.
 * A word is here if customers type it alone, and only in forms that do not begin with another one: a search finds
 * what begins with a word anyway.
 */
export interface LanguageWords {
  readonly when: Readonly<Partial<Record<When, string>>>;
  readonly free: string;
  /** What stands before the most that something may cost: "under" of "under 10 euros". */
  readonly upTo: string;
  readonly giftCard: string;
  readonly accessibility: Readonly<Record<AccessibilityFeature, string>>;
  /** What stands before other words and is not searched for beside them. */
  readonly small: string;
  readonly concepts: Readonly<Record<Concept, string>>;
}
