import { useLocale, useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import type { OfferTicket } from '@/lib/contract/offer';
import { byPartOfDay } from '../session/parts-of-day';
import { sessionChoice, type ChoiceOptions } from '../session/session-choice';
import { SessionRadio } from '../session/session-radio';
import { AnyTime } from './any-time';
import { SaleEnd } from './sale-end';

interface TicketChoiceProps extends ChoiceOptions {
  readonly ticket: OfferTicket;
  /** The name of the form's field. */
  readonly name: string;
  readonly offer: ComponentProps<typeof AnyTime>['offer'];
  readonly error: string | undefined;
  /** The form for the waiting list of a session; null: there is no waiting list. */
  readonly waitHrefOf: (sessionId: string) => string | null;
}

function Sessions({ ticket, name, offer, waitHrefOf, ...options }: TicketChoiceProps) {
  const t = useTranslations('shop');
  const state = useTranslations('shop.state');
  const hasNames = ticket.sessions.some((session) => (session.name ?? null) !== null);
  const columns = hasNames
    ? 'grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))]'
    : 'grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))]';
  return (
    <div className="space-y-4">
      {byPartOfDay(ticket.sessions, options.timezone).map(({ part, sessions }) => (
        <div key={part ?? 'all'}>
          {part === null ? null : (
            <p className="pb-2 text-small font-bold text-ink-soft">{t(`event.${part}`)}</p>
          )}
          <div className={`grid gap-2 ${columns}`}>
            {sessions.map((session) => (
              <SessionRadio
                key={session.id}
                {...sessionChoice(state, session, options)}
                field={name}
                wait={t('waitingList.button')}
                waitHref={waitHrefOf(session.id)}
                saleEnd={<SaleEnd offer={offer} session={session} timezone={options.timezone} />}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

export function TicketChoice(props: TicketChoiceProps) {
  const { ticket, offer, lang, error, name } = props;
  const t = useTranslations('shop.offer');
  const language = useLocale();
  // A ticket may or may not have the name of its event, so both are shown.
  const event = ticket.sessions[0]?.event?.name;
  if (ticket.dateAccess) {
    return (
      <div className="border-t-2 border-ink pt-4">
        <h3 className="text-[1.3125rem] leading-7" lang={lang}>
          {ticket.name}
        </h3>
        <p className="pt-1">
          <AnyTime offer={offer} />
        </p>
      </div>
    );
  }
  // Such a ticket is often called "Seat", which is chosen below.
  const isSeat = ticket.sessions.some(({ seatPlan = null }) => seatPlan !== null);
  const choose = <span lang={language}>{t('chooseSession')}</span>;
  return (
    <fieldset
      className="group/ticket border-t-2 border-ink pt-4"
      aria-describedby={error === undefined ? undefined : `${name}-error`}
    >
      <legend className="float-left w-full text-[1.3125rem] leading-7 font-bold" lang={lang}>
        {isSeat ? choose : ticket.name}
        <span className="block pb-3 text-small font-normal text-ink-soft">
          {event === undefined || event === ticket.name ? null : event}
          {isSeat ? null : (
            <>
              {event === undefined || event === ticket.name ? null : ' · '}
              {choose}
            </>
          )}
        </span>
      </legend>
      <div className="clear-both">
        {error === undefined ? null : (
          <p
            id={`${name}-error`}
            className="pb-3 text-small font-bold text-bad group-has-checked/ticket:hidden"
          >
            {error}
          </p>
        )}
        {ticket.sessions.length === 0 ? <p>{t('noTimes')}</p> : <Sessions {...props} />}
      </div>
    </fieldset>
  );
}
