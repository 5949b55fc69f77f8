import { type AdmissionVisitor, longestName } from '../../../contract/admission-visitor';
import { typedWords } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import {
  answerOf,
  type DoorAnswer,
  type DoorStaff,
  orUnavailable,
  ownCatalogs,
  problemOf,
} from './door-answers';
import type { DoorSettings } from './door-form';

export interface VisitorsFound {
  /** What was searched for. */
  readonly name: string;
  readonly visitors: readonly AdmissionVisitor[];
  /** There are more than these. */
  readonly more: boolean;
}

/** A name, and what is admitted at the entrance. */
export type WantedVisitors = Pick<DoorSettings, 'sessions' | 'events' | 'date'> & { readonly name: string };

/** One letter would list a large part of all visitors. */
export const shortestName = 2;

/** The tickets of what is admitted here, by name. The audit log has that there was a search, without the name. */
export function findVisitors(
  staff: DoorStaff,
  { name: typed, sessions, events, date }: WantedVisitors,
  language: Language,
): Promise<DoorAnswer<VisitorsFound>> {
  return orUnavailable(staff, async () => {
    const name = typedWords(typed).slice(0, longestName);
    if (name.length < shortestName) return answerOf({ name, visitors: [], more: false });
    const chosen = { sessions: [...sessions], events: [...events], date: date ?? null };
    const search = { name, ...chosen, catalogs: ownCatalogs(staff) };
    const posted = await staff.client.findVisitors(search, { language });
    if (posted.kind !== 'answer') return problemOf(posted.kind);
    const { visitors, more } = posted.value;
    await staff.audit({ action: 'visitors_searched', detail: { by: 'name', found: visitors.length } });
    return answerOf({ name, visitors, more });
  });
}
