import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { nameAfter } from '@/lib/locale/short-name';
import { seatsText } from '@/lib/locale/seat-text';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { ShownCorrection } from '@/lib/storefront/staff/ticket/holder-form';
import type { StaffOrder } from '@/lib/storefront/staff/order/order';
import { isExchanged } from '@/lib/shop/rules/ticket-end';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import type { StaffCancellationView } from './order-view';

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

/** The tickets of an order, each with its state and who comes with it. */
export function StaffTickets({
  checkoutId,
  tickets,
  cancellations,
  correction,
  mayChange,
}: StaffTicketsProps) {
  const t = useTranslations('staff.ticketStates');
  const texts = useTranslations('orderChanges');
  const language = useLocale();
  return (
    <>
      {correction === null ? null : (
        <div className="pb-3">
          <Notice tone="result" title={texts(`${correction.of}.answers.${correction.answer}`)} />
        </div>
      )}
      <ul className="space-y-3">
        {tickets.map((view, index) => {
          const { day, time } = ticketMoment(view.line, view.ticket, language);
          return (
            <li key={index}>
              <span className="tabular font-bold">{view.reference}</span>{' '}
              {t(isExchanged(view.id, cancellations) ? 'exchanged' : view.status)} · {tariffOf(view)}
              <span className="block text-small wrap-anywhere text-ink-soft">
                {view.ticket.event?.name ?? view.ticket.name}, {day}
                {time === null ? '' : `, ${time}`}
                {view.ticket.seats === undefined ? '' : ` · ${seatsText(view.ticket.seats, language)}`}
                {view.holder === '' ? '' : ` · ${view.holder}`}
              </span>
              {mayChange && view.id !== null && view.status === 'valid' ? (
                <TextLink href={paths.staffTicket(language, checkoutId, view.id)}>
                  {texts('holder.link')}
                  <span className="sr-only"> {view.reference}</span>
                </TextLink>
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}
