import { addDays } from '../locale/calendar';
import { venueToday } from '../locale/venue-time';
import type { Criteria } from './criteria';
import type { KeptListing } from './kept-listings';
import { type FoundEvent, listedKey } from './listing';
import { findEvents } from './search';

/** Two rows on a large screen; a search has the others. */
export const mostOfSection = 6;

/** `next`: nothing is on today, so the first day with something; `other`: no day of any event is known. */
export type SectionKind = 'today' | 'next' | 'weekend' | 'later' | 'other';

/** A part of the front page: what is on in some days. */
export interface ProgrammeSection {
  readonly kind: SectionKind;
  /** YYYY-MM-DD, if it is about one day. */
  readonly day: string | null;
  /** Of the search that finds all of it. */
  readonly criteria: Criteria;
  /** How many events the search finds. */
  readonly total: number;
  /** Those that no section before it has; at least one. */
  readonly events: readonly FoundEvent[];
}

/**
 * What is on today, or else on the next day with something, then at the weekend and afterwards. An event is in one section
 * only: what is on every day would hide all else. Days are those of the venues.
 */
export function programme(
  { listing, index }: Pick<KeptListing, 'listing' | 'index'>,
  now: Date,
): ProgrammeSection[] {
  const todayOf = (timezone: string | undefined) => venueToday(now, timezone);
  const todays = [...new Set(listing.catalogs.map(({ timezone }) => todayOf(timezone)))].sort();
  const [today, ...others] = todays;
  if (today === undefined) return [];
  const find = (criteria: Criteria) => findEvents({ listing, index, criteria, now });
  const sections: ProgrammeSection[] = [];
  const shown = new Set<string>();
  const add = (
    { kind, day, criteria }: Pick<ProgrammeSection, 'kind' | 'day' | 'criteria'>,
    belongs: (event: FoundEvent) => boolean = () => true,
  ) => {
    const all = find(criteria);
    const events = all
      .filter((event) => !shown.has(listedKey(event)) && belongs(event))
      .slice(0, mostOfSection);
    for (const event of events) shown.add(listedKey(event));
    if (events.length > 0) sections.push({ kind, day, criteria, total: all.length, events });
  };

  add({ kind: 'today', day: others.length === 0 ? today : null, criteria: { day: 'today' } });
  const next = sections.length > 0 ? null : (find({}).find(({ day }) => day !== null)?.day ?? null);
  if (next !== null) add({ kind: 'next', day: next, criteria: { day: next } });
  // On a Saturday and a Sunday, today is a part of it.
  const isLaterDay = ({ day, catalog }: FoundEvent) => day !== null && day > todayOf(catalog.timezone);
  add({ kind: 'weekend', day: null, criteria: { day: 'weekend' } }, isLaterDay);
  add({ kind: 'later', day: null, criteria: { from: addDays(today, 1) } }, isLaterDay);
  if (sections.length === 0) add({ kind: 'other', day: null, criteria: {} });
  return sections;
}
