import type { useTranslations } from 'next-intl';
import type { Session } from '@/lib/contract/session';
import { availabilityText, sessionWords, type AvailabilityText } from '@/lib/locale/availability';
import { isAllDay, venueTime } from '@/lib/locale/venue-time';

/** A session among others from which the customer chooses. */
export interface SessionChoice {
  readonly id: string;
  readonly time: string;
  readonly dateTime: string;
  readonly name: string | null;
  readonly lang: string | undefined;
  readonly initial: AvailabilityText;
  readonly isChosen: boolean;
  /** The state that is only read out, because it is that of most: available. */
  readonly usual: string;
}

export interface ChoiceOptions {
  readonly timezone: string | undefined;
  readonly lang: string | undefined;
  readonly chosenId: string | undefined;
}

export function sessionChoice(
  t: ReturnType<typeof useTranslations<'shop.state'>>,
  session: Session,
  { timezone, lang, chosenId }: ChoiceOptions,
): SessionChoice {
  const { id, occursAt, name = null } = session;
  const time = isAllDay(occursAt, session.duration, timezone) ? t('allDay') : venueTime(occursAt, timezone);
  const initial = availabilityText(t, sessionWords(session));
  return {
    id,
    time,
    dateTime: occursAt,
    name,
    lang,
    initial,
    isChosen: id === chosenId,
    usual: t('available'),
  };
}
