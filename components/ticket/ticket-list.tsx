import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { venueZone } from '@/lib/locale/venue-time';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { ShownTicket, TicketView } from '@/lib/storefront/common/order/order-tickets';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import type { CancellationView } from '../cancellation/cancellation-list';
import { VisitChange } from '../basket/visit-change';
import { Directions } from '../places/directions';
import { EndedTickets } from './ended-tickets';
import { Balance, isUsable, lastDayOf } from './gift-card-balance';
import { ShareTicket } from './share-ticket';
import { WalletButtons } from './wallet-buttons';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-soft">{name}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}

// A dashed line between body and stub with a hole at each end: beside the stub, above it on a phone.
const perforation =
  'border-t-2 border-dashed border-edge sm:border-t-0 sm:border-l-2 ' +
  'before:absolute before:-top-3 before:-left-3 before:size-6 before:rounded-full before:bg-paper ' +
  'after:absolute after:-top-3 after:-right-3 after:size-6 after:rounded-full after:bg-paper ' +
  'sm:after:top-auto sm:after:right-auto sm:after:-bottom-3 sm:after:-left-3';

function Moment({ line, ticket, giftCard }: Pick<TicketView, 'line' | 'ticket' | 'giftCard'>) {
  const t = useTranslations('checkout');
  const language = useLocale();
  const moment = ticketMoment(line, ticket, language);
  const { time } = moment;
  const day = giftCard === null ? moment.day : lastDayOf(giftCard, line.timezone, language);
  if (time === null) {
    if (day === '') return null;
    return (
      <p className="text-lead first-letter:uppercase">
        {t(line.giftCard === true ? 'items.validUntil' : 'items.anyTime', { day })}
      </p>
    );
  }
  return (
    <p className="text-lead">
      <time dateTime={ticket.occursAt ?? undefined}>
        <span className="block first-letter:uppercase">{day}</span>
        <strong className="tabular text-[2.5rem] leading-none tracking-tight">{time}</strong>
      </time>
      <VisitChange line={line} ticket={ticket} className="text-small" />
      {ticket.sessionName === null ? null : (
        <span lang={line.lang} className="block font-bold">
          {ticket.sessionName}
        </span>
      )}
    </p>
  );
}

interface TicketCardProps extends Omit<ShownTicket, 'id' | 'status' | 'code' | 'unit' | 'isNamed'> {
  /** Which of how many tickets of the order; missing on the page of one ticket. */
  readonly number?: number;
  readonly count?: number;
}

function TicketBody({ line, ticket, holder, number, giftCard }: TicketCardProps) {
  const t = useTranslations('checkout.order');
  const items = useTranslations('checkout.items');
  const of = bookingKind([line]);
  const name = ticket.event?.name ?? (ticket.name === '' ? line.productName : ticket.name);
  const { occursAt } = ticket;
  // On the page of an order the number of tickets is the heading above.
  const Heading = number === undefined ? 'h2' : 'h3';
  return (
    <div className="flex flex-col justify-between gap-5 border-l-8 border-accent p-5 sm:p-6">
      <div className="space-y-3">
        <p lang={line.lang} className="text-small text-ink-soft">
          {line.catalogName}
        </p>
        <Heading lang={line.lang} className="text-heading">
          {name}
        </Heading>
        {giftCard === null ? null : <Balance giftCard={giftCard} />}
        <Moment line={line} ticket={ticket} giftCard={giftCard} />
        {(ticket.seats ?? []).map(({ name: seat, section, row, number: place }) => (
          <p key={seat} className="text-heading font-extrabold">
            {items('seat', { section, row, number: place })}
          </p>
        ))}
        <Directions event={ticket.event} lang={line.lang} />
        {occursAt === null ? null : (
          <p className="text-small text-ink-soft">
            {t('zone', { zone: venueZone(occursAt, line.timezone ?? undefined) })}
          </p>
        )}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {/* A gift card has no holder. */}
        {of === 'cards' ? null : <Fact name={t('holder')}>{holder}</Fact>}
        <Fact name={t(of === 'cards' ? 'giftCard.product' : 'product')}>
          <span lang={line.lang}>{line.productName}</span>
        </Fact>
      </dl>
    </div>
  );
}

/** Whether it gives no admission any more. */
export const isVoid = (status: ShownTicket['status']) => status === 'cancelled' || status === 'redeemed';

const idOf = (number: number) => `ticket-${number}`;

/** Where tickets are swiped: which one it is, and the way to the others for who does not swipe. */
function Steps({
  line,
  number = 1,
  count = 1,
}: Pick<TicketCardProps, 'line'> & Record<'number' | 'count', number | undefined>) {
  const t = useTranslations('checkout.order');
  if (count < 2) return null;
  const step = (to: number, name: 'previousTicket' | 'nextTicket', sign: string) =>
    to < 1 || to > count ? null : (
      <a
        href={`#${idOf(to)}`}
        aria-label={t(name)}
        className="inline-flex min-h-target min-w-target items-center justify-center text-lead font-bold"
      >
        {sign}
      </a>
    );
  return (
    <div className="swiped-only items-center justify-between border-l-8 border-accent pl-5">
      <p className="tabular font-semibold">{t('ticket', { number, count, of: bookingKind([line]) })}</p>
      <p className="flex">
        {step(number - 1, 'previousTicket', '←')}
        {step(number + 1, 'nextTicket', '→')}
      </p>
    </div>
  );
}

function nameOfReference({ giftCard, codeImage }: TicketCardProps) {
  if (giftCard !== null) return 'giftCard.code';
  return codeImage === null ? 'bookingReference' : 'ticketReference';
}

/** Event, time and customer on the body, the code and its number on the stub. */
export function TicketCard(props: TicketCardProps) {
  const t = useTranslations('checkout.order');
  const { line, reference, codeImage, shareLink, walletLinks, number, count, giftCard } = props;
  const of = bookingKind([line]);
  return (
    <li
      id={number === undefined ? undefined : idOf(number)}
      className="printed-ticket grid grid-cols-1 bg-paper-deep sm:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <Steps line={line} number={number} count={count} />
      <TicketBody {...props} />
      <div className={`relative flex flex-col justify-between gap-4 p-5 sm:p-6 ${perforation}`}>
        {codeImage === null ? null : (
          // A data URL of a few hundred bytes: it needs no image service.
          // eslint-disable-next-line @next/next/no-img-element
          <img
            src={codeImage}
            alt={t('code', { reference, of })}
            width={288}
            height={288}
            className="mx-auto aspect-square w-full max-w-72"
          />
        )}
        {reference === '' ? null : (
          <dl>
            <Fact name={t(nameOfReference(props))}>
              <span className="tabular text-[1.1875rem] wrap-anywhere sm:text-lead">{reference}</span>
            </Fact>
          </dl>
        )}
        {number === undefined || count === undefined ? null : (
          <p className="stacked-only tabular text-small text-ink-soft">
            {t('ticket', { number, count, of })}
          </p>
        )}
        {giftCard === null || !isUsable(giftCard) ? null : <p className="text-small">{t('giftCard.use')}</p>}
        <div className="space-y-2 empty:hidden">
          <WalletButtons links={walletLinks} title={reference} />
          {shareLink === null || number === undefined ? null : (
            <ShareTicket link={shareLink} number={number} of={of} />
          )}
        </div>
      </div>
    </li>
  );
}

interface TicketListProps {
  readonly tickets: readonly ShownTicket[];
  /** Which of them were cancelled or exchanged; missing where they were just sold. */
  readonly cancellations?: readonly CancellationView[];
  /** Whether there are links to bookings for which tickets were exchanged. */
  readonly hasLinks?: boolean;
}

const kindOf = (tickets: readonly ShownTicket[]) => bookingKind(tickets.map(({ line }) => line));

/** The valid tickets, and below them those that are not valid any more. */
export function TicketList({ tickets, cancellations = [], hasLinks = false }: TicketListProps) {
  const t = useTranslations('checkout.order');
  const valid = tickets.filter(({ status }) => !isVoid(status));
  const ended = tickets.filter(({ status }) => isVoid(status));
  return (
    <div className="space-y-10">
      {valid.length === 0 && ended.length > 0 ? null : (
        <section aria-labelledby="tickets">
          <h2 id="tickets" className="pb-4 text-heading print:hidden">
            {t('ticketCount', { count: valid.length, of: kindOf(valid) })}
          </h2>
          <ul className="ticket-sheaf">
            {valid.map((ticket, index) => (
              <TicketCard key={index} {...ticket} number={index + 1} count={valid.length} />
            ))}
          </ul>
        </section>
      )}
      {ended.length === 0 ? null : (
        <section aria-labelledby="ended-tickets" className="print:hidden">
          <h2 id="ended-tickets" className="pb-2 text-lead font-bold">
            {t('over.ticketCount', { count: ended.length, of: kindOf(ended) })}
          </h2>
          <EndedTickets tickets={ended} cancellations={cancellations} hasLinks={hasLinks} />
        </section>
      )}
    </div>
  );
}
