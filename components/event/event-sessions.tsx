import { useLocale, useTranslations } from 'next-intl';
import { canWait, sessionWords } from '@/lib/locale/availability';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import type { SessionDay } from '@/lib/storefront/shop/event/session-days';
import { LiveAvailability } from '../session/live-availability';
import { Panel } from '../ui/panel';
import { SpokenChoice } from '../ui/spoken-choice';
import { ChosenSessionPanel } from './chosen-session-panel';
import { DateJump } from './date-jump';
import { DayPrices } from './day-prices';
import { DayStrip } from './day-strip';
import { MonthView } from './event-month';
import { EventTimes } from './event-times';

interface EventSessionsProps extends EventPage {
  /** The date to which the customer wanted to jump is none. */
  readonly isWrongDate: boolean;
}

type Query = Readonly<Record<string, string | undefined>>;

/** The days of the event, of which one is selected. */
function Days({ catalog, event, shown, selected, isWrongDate }: EventSessionsProps) {
  const language = useLocale();
  const page = paths.event(language, catalog.id, event.id);
  const at = (query: Query) => `${paths.event(language, catalog.id, event.id, query)}#days`;
  const jump = { action: `${page}#days`, date: selected?.day, isWrong: isWrongDate };
  if (shown.kind === 'month') {
    return (
      <MonthView month={shown} selected={selected?.day ?? null} hrefOf={at}>
        <DateJump {...jump} first={shown.nextDay} last={shown.lastDay} />
      </MonthView>
    );
  }
  const { days, earlierFrom, laterFrom } = shown;
  return (
    <DayStrip
      days={days}
      selected={selected?.day}
      hrefOf={(day) => at({ from: days[0]?.day, date: day })}
      earlierHref={earlierFrom === null ? null : at({ from: earlierFrom, date: earlierFrom })}
      laterHref={laterFrom === null ? null : at({ from: laterFrom, date: laterFrom })}
    >
      <DateJump {...jump} />
    </DayStrip>
  );
}

/** Whether there is nothing to choose on a day, but something to wait for. */
const isOut = ({ openCount, sessions }: SessionDay) =>
  openCount === 0 && sessions.some((session) => canWait(sessionWords(session)));

function TicketsPanel({ catalog, chosen, dayOffers, selected }: EventSessionsProps) {
  const t = useTranslations('shop.event');
  if (chosen !== null && chosen !== 'not_found')
    return <ChosenSessionPanel catalog={catalog} chosen={chosen} />;
  return (
    <Panel id="tickets" title={t('tickets')}>
      {chosen === 'not_found' ? <p className="pb-4 font-serif text-reading">{t('sessionNotFound')}</p> : null}
      <DayPrices offers={dayOffers} lang={catalog.lang} isOut={selected !== null && isOut(selected)} />
    </Panel>
  );
}

/** The times of the selected day, and the tickets beside them. */
function TimesAndTickets(props: EventSessionsProps) {
  const { catalog, event, shown, selected, times } = props;
  const language = useLocale();
  if (selected === null || times === null) return null;
  const from = shown.kind === 'strip' ? shown.days[0]?.day : undefined;
  const hrefOf = (query: Query) =>
    paths.event(language, catalog.id, event.id, { from, date: selected.day, ...query });
  const [first] = times.sessions;
  const isPart = times.from !== null || times.laterFrom !== null;
  const live = paths.availability({
    language,
    catalog: catalog.id,
    event: event.id,
    day: selected.day,
    time: isPart ? first?.occursAt : undefined,
  });
  return (
    <LiveAvailability href={live}>
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 pt-10 md:grid-cols-[7fr_4fr]">
        <EventTimes {...props} selected={selected} times={times} hrefOf={hrefOf} />
        <TicketsPanel {...props} />
      </div>
    </LiveAvailability>
  );
}

export function EventSessions(props: EventSessionsProps) {
  const { selected, skippedDay } = props;
  const t = useTranslations('shop.event');
  const state = useTranslations('shop.state');
  const language = useLocale();
  const dayText = ({ day, openCount, closedAs }: SessionDay) =>
    `${formatDay(day, language)}, ${closedAs === null ? t('timesCount', { count: openCount }) : state(closedAs)}`;
  return (
    <section id="days" aria-labelledby="days-title" className="border-t-2 border-ink pt-6">
      <h2 id="days-title" className="pb-6 text-heading">
        {t('choose')}
      </h2>
      {skippedDay === null || selected === null ? null : (
        <p className="pb-4" role="status">
          {t(selected.day < skippedDay ? 'skippedLast' : 'skipped', {
            asked: formatDay(skippedDay, language),
            found: formatDay(selected.day, language),
          })}
        </p>
      )}
      {selected === null ? null : <SpokenChoice name="day" text={dayText(selected)} />}
      <Days {...props} />
      <TimesAndTickets {...props} />
    </section>
  );
}
