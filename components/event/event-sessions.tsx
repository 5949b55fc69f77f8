import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { leastOfProduct } from '@/lib/shop/rules/quantity-limits';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import type { TicketType } from '@/lib/storefront/common/offer/ticket-types';
import type { EventTickets } from '@/lib/storefront/shop/event/event-tickets';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import type { SessionDay } from '@/lib/storefront/shop/event/session-days';
import { DayStrip } from '../calendar/day-strip';
import { Days } from '../calendar/days';
import { AnyTime } from '../offer/any-time';
import { BoxColumns, HoldFields, TicketBox } from '../offer/ticket-box';
import { sessionFields } from '../offer/session-fields';
import { ShortFacts } from './facts';
import { LiveAvailability } from '../session/live-availability';
import { useSessionTime } from '../session/use-session-time';
import { TextLink } from '../ui/link';
import { Panel } from '../ui/panel';
import { SpokenChoice } from '../ui/spoken-choice';
import { calendarDay } from './calendar-day';
import { OtherOffers, useClosedText } from './event-tickets';
import { EventTimes } from './event-times';

interface EventSessionsProps extends EventPage {
  readonly action: (form: FormData) => Promise<void>;
  /** The names of the form's fields: of an offer, in the form of this or another one, and of the session of a ticket. */
  readonly fieldsOf: (
    offerId: string,
    ownId: string,
  ) => { readonly quantity: string; readonly price: string };
  readonly fieldOf: (ticketId: string) => string;
  /** How many of each offer the form begins with; empty: one of the first. */
  readonly preset: ReadonlyMap<string, string>;
}

type Query = Readonly<Record<string, string | undefined>>;

/** The days of the event, of which one is selected. */
function EventDays({ catalog, event, shown, selected }: EventPage) {
  const language = useLocale();
  const t = useTranslations('shop.event');
  const state = useTranslations('shop.state');
  // Without scripts the page then begins with the chosen day in its strip.
  const at = (query: Query) =>
    `${paths.event(language, catalog.id, event.id, query)}#${query['from'] === undefined || query['date'] === undefined ? 'days' : `day-${query['date']}`}`;
  const day = selected?.day ?? null;
  if (shown.kind === 'month') {
    const { strip, days } = shown;
    return (
      <Days
        {...shown}
        days={days.map(calendarDay)}
        strip={{ ...strip, days: strip.days.map(calendarDay) }}
        selected={day}
        hrefOf={(query) =>
          at(query.date === undefined || query.from !== undefined ? query : { month: shown.month, ...query })
        }
      />
    );
  }
  const textOf = ({ openCount, closedAs }: SessionDay) =>
    closedAs === null ? t('timesCount', { count: openCount }) : state(closedAs);
  const { days, earlierFrom, laterFrom } = shown;
  return (
    <DayStrip
      days={days.map((each) => ({
        day: each.day,
        text: textOf(each),
        label: `${formatDay(each.day, language)}, ${textOf(each)}`,
        isClosed: each.openCount === 0,
      }))}
      selected={day}
      hrefOf={(date) => at({ from: days[0]?.day, date })}
      earlierHref={earlierFrom === null ? null : at({ from: earlierFrom })}
      laterHref={laterFrom === null ? null : at({ from: laterFrom })}
    />
  );
}

/** Whether gift cards are sold here: no day is chosen for them. */
const areGiftCards = ({ tickets }: Pick<EventPage, 'tickets'>) =>
  tickets?.types[0]?.offer.product.giftCard === true;

/** The times of the selected day; nothing if one may come at any time. */
function Times(props: EventPage) {
  const { catalog, event, shown, selected, times } = props;
  const t = useTranslations('shop.offer');
  const language = useLocale();
  if (selected === null || times === null) return null;
  if (times.sessions.length === 0 && props.chosen === null) {
    const [type] = props.tickets?.types ?? [];
    return (
      <p>
        {type === undefined ? (
          <>
            <strong>{t('anyTime')}.</strong> {t('anyTimeText', { day: formatDay(selected.day, language) })}
          </>
        ) : (
          <AnyTime offer={type.offer} />
        )}
      </p>
    );
  }
  const from = shown.kind === 'strip' ? shown.days[0]?.day : undefined;
  const hrefOf = (query: Query) =>
    paths.event(language, catalog.id, event.id, { from, date: selected.day, ...query });
  return <EventTimes {...props} selected={selected} times={times} hrefOf={hrefOf} />;
}

/** Where the states of the shown times come from. */
function useLiveAddress({ catalog, event, selected, times }: EventPage): string | null {
  const language = useLocale();
  const [first] = times?.sessions ?? [];
  if (selected === null || times === null || first === undefined) return null;
  const isPart = times.from !== null || times.laterFrom !== null;
  const time = isPart ? first.occursAt : undefined;
  return paths.availability({ language, catalog: catalog.id, event: event.id, day: selected.day, time });
}

/** What the tickets are for, and the text about the shown session alone. */
function useTicketTexts({ catalog, selected, chosen }: EventPage) {
  const t = useTranslations('shop.event');
  const language = useLocale();
  const timeOf = useSessionTime();
  if (chosen === null || chosen === 'not_found') {
    const title =
      selected === null ? t('tickets') : t('ticketsOn', { day: formatDay(selected.day, language) });
    return { title, about: null };
  }
  const { day, session, description } = chosen;
  return {
    title: t('ticketsFor', { day: formatDay(day, language), time: timeOf(session, catalog.timezone) }),
    about:
      description === '' ? null : (
        <p lang={catalog.lang} className="pb-4 font-serif text-reading whitespace-pre-line">
          {description}
        </p>
      ),
  };
}

interface TicketsProps extends EventSessionsProps {
  readonly children: ReactNode;
}

/** What is there where nothing can be held on this page, beside what is given. */
function NoForm({ children, ...page }: TicketsProps) {
  const { title, about } = useTicketTexts(page);
  const closed = useClosedText(page);
  return (
    <BoxColumns>
      <div>{children}</div>
      <Panel id="tickets" title={title}>
        {about}
        {closed === null ? null : <p className="font-serif text-reading">{closed}</p>}
        {page.tickets === null ? null : <OtherOffers catalog={page.catalog} tickets={page.tickets} />}
      </Panel>
    </BoxColumns>
  );
}

/** Numbered seats: the best ones, unless the customer goes to the plan. `offerId`: whose page has it. */
function Seats({
  catalog,
  tickets,
  offerId,
}: Pick<EventPage, 'catalog'> & { tickets: EventTickets; offerId: string }) {
  const t = useTranslations('shop.seats');
  const language = useLocale();
  const { session } = tickets;
  if ((session?.seatPlan ?? null) === null || session === null) return null;
  return (
    <p className="pb-4">
      <strong>{t('best')}.</strong> {t('bestText')}{' '}
      <TextLink
        href={`${paths.offer(language, catalog.id, offerId, { session: session.id, seats: '' })}#seats`}
      >
        {t('own')}
      </TextLink>
    </p>
  );
}

/** What most people would take is gone: nothing is chosen for them then. */
function FirstIsGone({ type: { offer }, lang }: { type: TicketType; lang: string | undefined }) {
  const t = useTranslations('shop.offer');
  return (
    <p className="pb-4">
      <strong lang={lang}>{offer.product.name}</strong>: {t(offer.mayReturn === true ? 'allHeld' : 'soldOut')}
      . {t('chooseOthers')}
    </p>
  );
}

/** The tickets for the shown session or day, beside what is given. */
function Tickets({ children, ...page }: TicketsProps) {
  const { catalog, tickets, action, preset } = page;
  const t = useTranslations('shop.offer');
  const { title, about } = useTicketTexts(page);
  const isGiftCard = areGiftCards(page);
  const open = tickets?.types.find(({ maximum }) => maximum > 0);
  if (tickets === null || open === undefined) return <NoForm {...page}>{children}</NoForm>;
  const { id } = open.offer;
  // The form begins with one ticket of the first type. Another one may be refused at the door: an adult's reduced ticket.
  const gone = tickets.types.find(({ maximum }, index) => index === 0 && maximum === 0);
  const isPreset = (offerId: string) => preset.size === 0 && gone === undefined && offerId === id;
  return (
    <form action={action} noValidate>
      <HoldFields
        catalogId={catalog.id}
        offerId={id}
        formId={tickets.formId}
        others={sessionFields(
          tickets.session?.id ?? null,
          tickets.types.map(({ offer }) => offer),
          page.fieldOf,
        )}
      />
      <TicketBox
        types={tickets.types}
        about={page.event.name}
        perHold={tickets.perHold}
        session={tickets.session}
        lang={catalog.lang}
        timezone={catalog.timezone}
        fieldsOf={(offerId) => page.fieldsOf(offerId, id)}
        quantityOf={(offerId) =>
          preset.get(offerId) ?? (isPreset(offerId) ? String(leastOfProduct(open.offer.product)) : '0')
        }
        title={isGiftCard ? t('giftCard') : title}
        above={
          <>
            <ShortFacts {...page} />
            {about}
            <Seats catalog={catalog} tickets={tickets} offerId={id} />
            {gone === undefined ? null : <FirstIsGone type={gone} lang={catalog.lang} />}
          </>
        }
        below={<OtherOffers catalog={catalog} tickets={tickets} />}
        label={t(isGiftCard ? 'holdGiftCard' : 'hold')}
        hint={t('holdHint')}
      >
        {children}
      </TicketBox>
    </form>
  );
}

/** What a customer chooses on the page of an event: the day, the time, the tickets. */
export function EventSessions(props: EventSessionsProps) {
  const { selected, skippedDay, times } = props;
  const t = useTranslations('shop.event');
  const state = useTranslations('shop.state');
  const language = useLocale();
  const product = useTranslations('shop.product');
  const offer = useTranslations('shop.offer');
  const isGiftCard = areGiftCards(props);
  const live = useLiveAddress(props);
  const dayText = ({ day, sessions, openCount, closedAs }: SessionDay) =>
    sessions.length === 0
      ? formatDay(day, language)
      : `${formatDay(day, language)}, ${closedAs === null ? t('timesCount', { count: openCount }) : state(closedAs)}`;
  const tickets = (
    <Tickets {...props}>
      {skippedDay === null || selected === null ? null : (
        <p className="pb-4" role="status">
          {t(selected.day < skippedDay ? 'skippedLast' : 'skipped', {
            asked: formatDay(skippedDay, language),
            found: formatDay(selected.day, language),
          })}
        </p>
      )}
      {selected === null || isGiftCard ? null : <SpokenChoice name="day" text={dayText(selected)} />}
      {isGiftCard ? null : <EventDays {...props} />}
      <div className={isGiftCard ? '' : 'pt-8'}>
        <Times {...props} />
      </div>
    </Tickets>
  );
  return (
    <section
      id="days"
      aria-labelledby="days-title"
      className="border-t-2 border-ink pt-6 lg:border-t-0 lg:pt-0"
    >
      <h2 id="days-title" className="pb-6 text-heading lg:pb-3">
        {isGiftCard
          ? offer('giftCardAmount')
          : (times?.sessions.length ?? 0) > 0
            ? t('choose')
            : product('calendar')}
      </h2>
      {live === null ? tickets : <LiveAvailability href={live}>{tickets}</LiveAvailability>}
    </section>
  );
}
