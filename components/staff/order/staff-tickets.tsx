import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { nameAfter } from '@/lib/locale/short-name';
import { seatsText } from '@/lib/locale/seat-text';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { ShownCorrection } from '@/lib/storefront/staff/ticket/holder-form';
import type { TicketView } from '@/lib/storefront/common/order/order-tickets';
import type { StaffOrder } from '@/lib/storefront/staff/order/order';
import { isExchanged } from '@/lib/shop/rules/ticket-end';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import type { StaffCancellationView } from './order-view';
import { visitorsOf } from './visitors';

interface StaffTicketsProps extends Pick<StaffOrder, 'tickets'> {
  readonly checkoutId: string;
  readonly cancellations: readonly StaffCancellationView[];
  /** What became of a correction; null: there was none. */
  readonly correction: ShownCorrection;
  readonly mayChange: boolean;
}

/** What kind of ticket it is, without the name of the event that stands beside it. */
function tariffOf({ line: { productName }, ticket }: StaffTicketsProps['tickets'][number]): string {
  return nameAfter(productName, ticket.event?.name ?? ticket.name) ?? productName;
}

type Shown = Pick<StaffTicketsProps, 'checkoutId' | 'cancellations' | 'mayChange'>;

/** A ticket with its state. `others`: of the same visitor. */
function Ticket({
  view,
  others,
  checkoutId,
  cancellations,
  mayChange,
}: Shown & { view: TicketView; others: readonly TicketView[] }) {
  const t = useTranslations('staff.ticketStates');
  const texts = useTranslations('orderChanges');
  const language = useLocale();
  const { day, time } = ticketMoment(view.line, view.ticket, language);
  const also = others.flatMap(({ id, status }) => (id !== null && status === 'valid' ? [id] : [])).join('.');
  return (
    <li>
      <span className="tabular font-bold">{view.reference}</span>{' '}
      {t(isExchanged(view.id, cancellations) ? 'exchanged' : view.status)} · {tariffOf(view)}
      <span className="block text-small wrap-anywhere text-ink-soft">
        {view.ticket.event?.name ?? view.ticket.name}, {day}
        {time === null ? '' : `, ${time}`}
        {view.ticket.seats === undefined ? '' : ` · ${seatsText(view.ticket.seats, language)}`}
        {view.holder === '' || others.length > 0 ? '' : ` · ${view.holder}`}
      </span>
      {mayChange && view.id !== null && view.status === 'valid' ? (
        <TextLink href={paths.staffTicket(language, checkoutId, view.id, { also: also || undefined })}>
          {texts('holder.link')}
          <span className="sr-only"> {view.reference}</span>
        </TextLink>
      ) : null}
    </li>
  );
}

/** The tickets of an order by visitor, each with its state. */
export function StaffTickets({ tickets, correction, ...shown }: StaffTicketsProps) {
  const texts = useTranslations('orderChanges');
  return (
    <>
      {correction === null ? null : (
        <div className="pb-3">
          <Notice tone="result" title={texts(`${correction.of}.answers.${correction.answer}`)} />
        </div>
      )}
      <ul className="space-y-3">
        {visitorsOf(tickets).map((own, index) => (
          <Visitor key={index} number={index + 1} tickets={own} {...shown} />
        ))}
      </ul>
    </>
  );
}

/** Who has one ticket only needs no heading. */
function Visitor({
  number,
  tickets,
  ...shown
}: Shown & Pick<StaffTicketsProps, 'tickets'> & { number: number }) {
  const t = useTranslations('staff.order');
  const list = tickets.map((view, index) => (
    <Ticket key={index} view={view} others={tickets.filter((one) => one !== view)} {...shown} />
  ));
  if (tickets.length === 1) return list;
  const holder = tickets[0]?.holder ?? '';
  return (
    <li>
      <p className="font-bold">
        {t('visitor', { number })}
        {holder === '' ? '' : ` · ${holder}`}
      </p>
      <ul className="mt-1 space-y-2 border-s-2 border-rule ps-3">{list}</ul>
    </li>
  );
}
