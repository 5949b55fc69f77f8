import { useLocale, useTranslations } from 'next-intl';
import type { Session } from '@/lib/contract/session';
import { paths } from '@/lib/locale/paths';
import { formatDay, formatDuration } from '@/lib/locale/venue-time';
import type { EventPage } from '@/lib/storefront/events';
import type { DayTimes, SessionDay } from '@/lib/storefront/session-days';
import { LiveAvailability } from '../session/live-availability';
import { SessionList } from '../session/session-list';
import { Panel } from '../ui/panel';
import { ChosenSessionPanel } from './chosen-session-panel';
import { DateJump } from './date-jump';
import { DayStrip } from './day-strip';

interface EventSessionsProps extends EventPage {
  readonly selected: SessionDay;
  readonly times: DayTimes;
  /** The date to which the customer wanted to jump is none. */
  readonly isWrongDate: boolean;
}

/** What all sessions of a day have in common is shown once. */
function commonDuration(sessions: readonly Session[]): string | null {
  const durations = new Set(sessions.map((session) => session.duration));
  const [only = null] = durations;
  return durations.size === 1 && only !== null ? formatDuration(only) : null;
}

function Times({ catalog, event, days, selected, times, chosen, zone }: EventSessionsProps) {
  const t = useTranslations('shop.event');
  const language = useLocale();
  const duration = commonDuration(times.sessions);
  const at = (query: { time?: string | undefined; session?: string }) =>
    paths.event(language, catalog.id, event.id, { from: days[0]?.day, date: selected.day, ...query });
  return (
    <div>
      <h3 className="text-[1.375rem] leading-7">{t('times', { day: formatDay(selected.day, language) })}</h3>
      <p className="pt-1 pb-4 text-small text-ink-soft">
        {t('zone', { zone })}{' '}
        {duration === null ? null : t(event.isArrivalWindow ? 'arrivalWindow' : 'duration', { duration })}
      </p>
      <SessionList
        sessions={times.sessions}
        timezone={catalog.timezone}
        lang={catalog.lang}
        chosenId={chosen === null || chosen === 'gone' ? undefined : chosen.session.id}
        hrefOf={({ id }) => `${at({ time: times.from ?? undefined, session: id })}#tickets`}
      />
      {times.from === null && times.laterFrom === null ? null : (
        <p className="flex flex-wrap gap-x-8 gap-y-2 pt-4">
          {times.from === null ? null : <a href={`${at({})}#days`}>{t('firstTimes')}</a>}
          {times.laterFrom === null ? null : (
            <a href={`${at({ time: times.laterFrom })}#days`}>{t('laterTimes')}</a>
          )}
        </p>
      )}
    </div>
  );
}

export function EventSessions(props: EventSessionsProps) {
  const { catalog, event, days, selected, times, skippedDay, earlierFrom, laterFrom, chosen } = props;
  const t = useTranslations('shop.event');
  const language = useLocale();
  const page = paths.event(language, catalog.id, event.id);
  const at = (query: { from: string | undefined; date: string }) =>
    `${paths.event(language, catalog.id, event.id, query)}#days`;
  const from = days[0]?.day;
  const [first] = times.sessions;
  const isPart = times.from !== null || times.laterFrom !== null;
  const live = paths.availability({
    ...{ language, catalog: catalog.id, event: event.id, day: selected.day },
    time: isPart ? first?.occursAt : undefined,
  });
  return (
    <section id="days" aria-labelledby="days-title" className="border-t-2 border-ink pt-6">
      <h2 id="days-title" className="pb-6 text-heading">
        {t('choose')}
      </h2>
      {skippedDay === null ? null : (
        <p className="pb-4" role="status">
          {t(selected.day < skippedDay ? 'skippedLast' : 'skipped', {
            asked: formatDay(skippedDay, language),
            found: formatDay(selected.day, language),
          })}
        </p>
      )}
      <DayStrip
        days={days}
        selected={selected.day}
        hrefOf={(day) => at({ from, date: day })}
        earlierHref={earlierFrom === null ? null : at({ from: earlierFrom, date: earlierFrom })}
        laterHref={laterFrom === null ? null : at({ from: laterFrom, date: laterFrom })}
      >
        <DateJump action={`${page}#days`} date={selected.day} isWrong={props.isWrongDate} />
      </DayStrip>
      <LiveAvailability href={live}>
        <div className="grid gap-x-12 gap-y-10 pt-10 md:grid-cols-[7fr_4fr]">
          <Times {...props} />
          {chosen === null || chosen === 'gone' ? (
            <Panel id="tickets" title={t('tickets')}>
              <p className="font-serif text-reading">{t(chosen === 'gone' ? 'goneSession' : 'noSession')}</p>
            </Panel>
          ) : (
            <ChosenSessionPanel catalog={catalog} chosen={chosen} />
          )}
        </div>
      </LiveAvailability>
    </section>
  );
}
