import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';

interface Visit {
  readonly catalogId: string;
  readonly eventId: string;
  /** A session, or the day of what is for any time. */
  readonly visit: string;
}

/** Where a row of the day leads: to the list of who comes. */
export const visitPath = (language: Language, { catalogId, eventId, visit }: Visit): string =>
  paths.staffVisitors(language, { catalogId, eventId, visit });
