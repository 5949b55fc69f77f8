import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';

interface Visit {
  readonly catalogId: string;
  readonly eventId: string;
}

/** Where a row of the day leads: to the page of its event. */
export const visitPath = (language: Language, { catalogId, eventId }: Visit): string =>
  paths.staffEvent(language, catalogId, eventId);
