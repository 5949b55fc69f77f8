import { useLocale, useTranslations } from 'next-intl';
import type { Session } from '@/lib/contract/session';
import { formatDay, formatDuration, isAllDay } from '@/lib/locale/venue-time';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import type { DayTimes, SessionDay } from '@/lib/storefront/shop/event/session-days';
import { SessionList } from '../session/session-list';
import { Link } from '../ui/link';

/** What all sessions of a day have in common is shown once; of a session of the whole day, its time already says it. */
export function commonDuration(
  sessions: readonly Pick<Session, 'occursAt' | 'duration'>[],
  timezone: string | undefined,
): string | null {
  if (sessions.some(({ occursAt, duration }) => isAllDay(occursAt, duration, timezone))) return null;
  const durations = new Set(sessions.map((session) => session.duration));
  const [only = null] = durations;
  return durations.size === 1 && only !== null ? formatDuration(only) : null;
}

interface EventTimesProps extends Pick<
  EventPage,
  'catalog' | 'event' | 'chosen' | 'zone' | 'activities' | 'activity'
> {
  readonly selected: SessionDay;
  readonly times: DayTimes;
  /** The address of this day with other parameters. */
  readonly hrefOf: (query: { time?: string; session?: string; activity?: string }) => string;
}

/** The names of the day's sessions; each shows only its own. */
function Activities({ catalog, activities, activity, hrefOf }: EventTimesProps) {
  const t = useTranslations('shop.event');
  if (activities.length === 0) return null;
  const look = (isChosen: boolean) =>
    `inline-flex min-h-target max-w-full items-center rounded border px-3 text-small font-semibold wrap-anywhere no-underline ${
      isChosen ? 'border-ink bg-ink text-paper' : 'border-edge hover:border-ink hover:bg-accent-soft'
    }`;
  const link = (name: string | null) => (
    <Link
      href={`${hrefOf(name === null ? {} : { activity: name })}#times`}
      scroll={false}
      aria-current={name === activity ? 'true' : undefined}
      lang={name === null ? undefined : catalog.lang}
      className={look(name === activity)}
    >
      {name ?? t('allActivities')}
    </Link>
  );
  return (
    <ul aria-label={t('activities')} className="flex flex-wrap gap-2 pb-6">
      <li>{link(null)}</li>
      {activities.map((name) => (
        <li key={name} className="min-w-0">
          {link(name)}
        </li>
      ))}
    </ul>
  );
}

/** The times of the selected day, from which a customer chooses one. */
export function EventTimes(props: EventTimesProps) {
  const { catalog, event, selected, times, chosen, zone, activity, hrefOf } = props;
  const t = useTranslations('shop.event');
  const language = useLocale();
  const duration = commonDuration(times.sessions, catalog.timezone);
  const kept = activity === null ? {} : { activity };
  const ofPage = times.from === null ? kept : { ...kept, time: times.from };
  return (
    <div id="times">
      <h3 className="text-[1.375rem] leading-7">{t('times', { day: formatDay(selected.day, language) })}</h3>
      <p className="pt-1 pb-4 text-small text-ink-soft">
        {t('zone', { zone })}{' '}
        {duration === null ? null : t(event.isArrivalWindow ? 'arrivalWindow' : 'duration', { duration })}
      </p>
      <Activities {...props} />
      <SessionList
        sessions={times.sessions}
        timezone={catalog.timezone}
        lang={catalog.lang}
        chosenId={chosen === null || chosen === 'not_found' ? undefined : chosen.session.id}
        hrefOf={({ id }) => `${hrefOf({ ...ofPage, session: id })}#tickets`}
      />
      {times.from === null && times.laterFrom === null ? null : (
        <p className="flex flex-wrap gap-x-8 gap-y-2 pt-4">
          {times.from === null ? null : <a href={`${hrefOf(kept)}#times`}>{t('firstTimes')}</a>}
          {times.laterFrom === null ? null : (
            <a href={`${hrefOf({ ...kept, time: times.laterFrom })}#times`}>{t('laterTimes')}</a>
          )}
        </p>
      )}
    </div>
  );
}
