import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { calendarFile } from './calendar-file';
import type { Visit } from './visits';

interface OfOrder {
  readonly checkout: { readonly id: string; readonly reference: string };
  readonly storefrontUrl: string;
  /** For the person to whom it is given: without the order's number and page. */
  readonly isGift?: boolean;
}

/** The visits of an order as a calendar file, with the link of the order, which is no secret. */
export function orderCalendar(
  { checkout: { id, reference }, storefrontUrl, isGift = false }: OfOrder,
  visits: readonly Visit[],
  language: Language,
): { content: string; fileName: string } {
  const entries = visits.map((visit) => ({
    visit,
    uid: `${id}.${visit.number}@${new URL(storefrontUrl).hostname}`,
    reference: isGift ? null : reference,
    link: isGift ? null : `${storefrontUrl}${paths.order(language, id)}`,
  }));
  return {
    content: calendarFile(entries, language),
    fileName: isGift ? 'visit.ics' : `visit-${reference}.ics`,
  };
}
