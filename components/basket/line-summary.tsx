import { useLocale, useTranslations } from 'next-intl';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { Line, LineTicket } from '@/lib/shop/values/checkout-values';
import { formatAmount } from '@/lib/money/money';
import { lineName } from './line-view';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { listAmount } from '@/lib/shop/rules/list-amount';
import { visitsOf } from '@/lib/shop/rules/order-of-time';
import { VisitChange } from './visit-change';

function Ticket({ line, ticket }: { line: Line; ticket: LineTicket }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const { day, time } = ticketMoment(line, ticket, language);
  const name = ticket.event?.name ?? ticket.name;
  return (
    <li>
      {name === '' || name === line.productName ? null : (
        <span lang={line.lang} className="font-bold">
          {name}
        </span>
      )}
      <span className="block">
        {time === null ? (
          t(line.giftCard === true ? 'validUntil' : 'anyTime', { day })
        ) : (
          <time dateTime={ticket.occursAt ?? undefined}>{t('moment', { day, time })}</time>
        )}
        {ticket.sessionName === null ? null : <span lang={line.lang}>, {ticket.sessionName}</span>}
      </span>
      {(ticket.seats ?? []).map((seat) => (
        <span key={seat.name} className="block font-bold">
          {t('seat', { section: seat.section, row: seat.row, number: seat.number })}
        </span>
      ))}
      <VisitChange line={line} ticket={ticket} isBrief />
      {ticket.event?.venue ? (
        <span lang={line.lang} className="block text-ink-soft">
          {ticket.event.venue}
        </span>
      ) : null}
    </li>
  );
}

export function LineSummary({ line }: { line: Line }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const { quantity, unitAmount } = line;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <p lang={line.lang} className="text-[1.1875rem] leading-6 font-bold">
        {lineName(line)}
      </p>
      <p className="tabular text-right font-bold">{formatAmount(listAmount(line), language)}</p>
      <div className="text-small">
        {line.catalogName === '' ? null : (
          <p lang={line.lang} className="text-ink-soft">
            {line.catalogName}
          </p>
        )}
        <ul className="space-y-1 pt-1">
          {visitsOf(line).map((ticket, index) => (
            <Ticket key={`${index} ${ticket.occursAt ?? ''}`} line={line} ticket={ticket} />
          ))}
        </ul>
      </div>
      <p className="tabular text-right text-small text-ink-soft">
        {t('quantity', { count: quantity, of: bookingKind([line]) })}
        {quantity > 1 ? (
          <span className="block">{t('each', { price: formatAmount(unitAmount, language) })}</span>
        ) : null}
      </p>
    </div>
  );
}
