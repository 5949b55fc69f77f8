import type { AdmissionSession } from '@/lib/contract/admission';
import { lastSegment } from '@/lib/contract/iri';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';

/** Whether everything of the day is admitted. */
export const isEverything = ({ sessions, events }: DoorSettings): boolean =>
  sessions.length === 0 && events.length === 0;

/** Whether a visit is admitted at an entrance with these settings. */
export function isChosen(
  { session, eventId }: Pick<AdmissionSession, 'session' | 'eventId'>,
  settings: DoorSettings,
): boolean {
  if (isEverything(settings) || settings.events.includes(eventId)) return true;
  return session !== null && settings.sessions.includes(lastSegment(session));
}
