import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import { formatAmount } from '@/lib/money/money';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { exchangeOf } from '@/lib/shop/rules/ticket-end';
import type { ShownTicket } from '@/lib/storefront/common/order/order-tickets';
import type { CancellationView } from '../cancellation/cancellation-list';
import { TextLink } from '../ui/link';

interface EndedTicketsProps {
  readonly tickets: readonly ShownTicket[];
  readonly cancellations: readonly CancellationView[];
  /** Whether there is a link to the booking for which a ticket was exchanged: only for who has bought it. */
  readonly hasLinks: boolean;
}

/** Tickets that are not valid any more, in a few lines each: what they were, and what became of them. */
export function EndedTickets({ tickets, cancellations, hasLinks }: EndedTicketsProps) {
  return (
    <ul>
      {tickets.map((ticket, index) => (
        <Ended
          key={index}
          ticket={ticket}
          exchange={exchangeOf(ticket.id, cancellations)}
          hasLinks={hasLinks}
        />
      ))}
    </ul>
  );
}

/** The name of a ticket, when it was for, and its seat; of a gift card its value. */
function useAbout({ line, ticket, giftCard }: ShownTicket): string[] {
  const items = useTranslations('checkout.items');
  const language = useLocale();
  const { day, time } = ticketMoment(line, ticket, language);
  const visit = time === null ? items('anyTime', { day }) : items('moment', { day, time });
  const moment = giftCard === null ? visit : formatAmount(giftCard.valueInclTax, language);
  return [
    moment,
    ticket.sessionName ?? '',
    ...(ticket.seats ?? []).map(({ section, row, number }) => items('seat', { section, row, number })),
  ].filter((part) => part !== '');
}

interface EndedProps {
  readonly ticket: ShownTicket;
  readonly exchange: CancellationView | undefined;
  readonly hasLinks: boolean;
}

function Ended({ ticket, exchange, hasLinks }: EndedProps) {
  const t = useTranslations('cancellation.ticket');
  const rebooking = useTranslations('rebooking');
  const order = useTranslations('checkout.order');
  const language = useLocale();
  const { line, reference } = ticket;
  const status =
    ticket.status === 'redeemed' ? 'redeemed' : exchange === undefined ? 'cancelled' : 'exchanged';
  const reached = hasLinks ? exchange : undefined;
  const about = useAbout(ticket);
  const event = ticket.ticket.event?.name ?? '';
  return (
    <li className="grid gap-x-6 border-t border-rule py-3 text-small sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0 text-ink-soft wrap-anywhere">
        <p lang={line.lang} className="font-bold">
          {line.productName}
        </p>
        {event === '' || line.productName.startsWith(event) ? null : <p lang={line.lang}>{event}</p>}
        <p className="first-letter:uppercase">{about.join(', ')}</p>
      </div>
      <div className="min-w-0">
        <p>
          <strong>{t(status)}</strong>
          {reference === '' ? null : (
            <span className="text-ink-soft">
              {' · '}
              <span className="sr-only">{order('ticketReference')} </span>
              <span className="tabular wrap-anywhere">{reference}</span>
            </span>
          )}
        </p>
        <p className="text-ink-soft">{t(`${status}Text`, { of: bookingKind([line]) })}</p>
        {reached === undefined || reached.rebookedTo === null ? null : (
          <TextLink href={paths.order(language, reached.rebookedTo)}>
            {rebooking('exchanged', { reference: reached.rebookedReference ?? '' })}
          </TextLink>
        )}
      </div>
    </li>
  );
}
