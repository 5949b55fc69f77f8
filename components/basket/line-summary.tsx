import { useLocale, useTranslations } from 'next-intl';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { Line, LineTicket } from '@/lib/shop/values/checkout-values';
import { formatAmount } from '@/lib/money/money';
import { lineName } from './line-view';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { groupTitle, nameInGroup } from '@/lib/shop/rules/line-groups';
import { listAmount } from '@/lib/shop/rules/list-amount';
import { visitsOf } from '@/lib/shop/rules/order-of-time';
import { VisitChange } from './visit-change';

function Seats({ seats = [] }: Pick<LineTicket, 'seats'>) {
  const t = useTranslations('checkout.items');
  return seats.map((seat) => (
    <span key={seat.name} className="block font-bold">
      {t('seat', { section: seat.section, row: seat.row, number: seat.number })}
    </span>
  ));
}

interface VisitsProps {
  readonly line: Line;
  /** What is said above them already. */
  readonly title: string;
  /** Whether the seats are said elsewhere. */
  readonly isWithoutSeats?: boolean;
}

function Visit({ line, title, isWithoutSeats = false, ticket }: VisitsProps & { ticket: LineTicket }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const { day, time } = ticketMoment(line, ticket, language);
  const name = ticket.event?.name ?? ticket.name;
  return (
    <li>
      {name === '' || name === title ? null : (
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
      {isWithoutSeats ? null : <Seats seats={ticket.seats} />}
      <VisitChange line={line} ticket={ticket} isBrief />
      {ticket.event?.venue ? (
        <span lang={line.lang} className="block text-ink-soft">
          {ticket.event.venue}
        </span>
      ) : null}
    </li>
  );
}

function Visits(props: VisitsProps) {
  const { line } = props;
  return (
    <div className="text-small">
      {line.catalogName === '' ? null : (
        <p lang={line.lang} className="text-ink-soft">
          {line.catalogName}
        </p>
      )}
      <ul className="space-y-1 pt-1">
        {visitsOf(line).map((ticket, index) => (
          <Visit key={`${index} ${ticket.occursAt ?? ''}`} {...props} ticket={ticket} />
        ))}
      </ul>
    </div>
  );
}

function Amount({ line }: { line: Line }) {
  return <p className="tabular text-right font-bold">{formatAmount(listAmount(line), useLocale())}</p>;
}

function Quantity({ line }: { line: Line }) {
  const t = useTranslations('checkout.items');
  const { quantity, unitAmount } = line;
  const price = formatAmount(unitAmount, useLocale());
  return (
    <p className="tabular text-right text-small text-ink-soft">
      {t('quantity', { count: quantity, of: bookingKind([line]) })}
      {quantity > 1 ? <span className="block">{t('each', { price })}</span> : null}
    </p>
  );
}

const gridClass = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1';
const titleClass = 'text-[1.1875rem] leading-6 font-bold';

/** A line that is alone with its visits. */
export function LineSummary({ line }: { line: Line }) {
  return (
    <div className={gridClass}>
      <p lang={line.lang} className={titleClass}>
        {lineName(line)}
      </p>
      <Amount line={line} />
      <Visits line={line} title={line.productName} />
      <Quantity line={line} />
    </div>
  );
}

/** What lines of one event and time are for; each of them is a `TariffSummary` below it. */
export function GroupSummary({ lines }: { lines: readonly [Line, ...Line[]] }) {
  const title = groupTitle(lines);
  const [line] = lines;
  return (
    <div>
      {title === '' ? null : (
        <p lang={line.lang} className={titleClass}>
          {title}
        </p>
      )}
      <Visits line={line} title={title} isWithoutSeats />
    </div>
  );
}

/** A line below what it is for. `title`: of its group. */
export function TariffSummary({ line, title }: { line: Line; title: string }) {
  return (
    <div className={gridClass}>
      <p lang={line.lang} className="font-bold first-letter:uppercase">
        {nameInGroup(line, title)}
      </p>
      <Amount line={line} />
      <div className="text-small">
        {visitsOf(line).map((ticket, index) => (
          <Seats key={index} seats={ticket.seats} />
        ))}
      </div>
      <Quantity line={line} />
    </div>
  );
}
