import { useLocale, useTranslations } from 'next-intl';
import type { Line, LineTicket } from '@/lib/shop/values/checkout-values';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay } from '@/lib/locale/venue-time';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { firstBegin, inOrderOfTime, visitsOf } from '@/lib/shop/rules/order-of-time';
import type { ListedOrder } from '@/lib/storefront/shop/lookup/find-orders';
import { lineName } from '../basket/line-view';
import { PlainPage } from '../layout/plain-page';
import { VisitChange } from '../basket/visit-change';
import { ButtonLink } from '../ui/button-link';
import { Link, TextLink } from '../ui/link';
import { endOfTickets, leftOfTickets } from './order-end';

interface MomentProps {
  readonly line: Line;
  readonly ticket: LineTicket;
  readonly isOneOf: boolean;
  /** No ticket of its order is valid any more: what happens to its visit concerns nobody. */
  readonly isOver: boolean;
}

/** The day and time of one session; with its name, if it is one of several on a ticket. */
function Moment({ line, ticket, isOneOf, isOver }: MomentProps) {
  const language = useLocale();
  const { day, time } = ticketMoment(line, ticket, language);
  const t = useTranslations('checkout.items');
  const at = [day, time ?? ''].filter((part) => part !== '').join(', ');
  const moment = line.giftCard === true ? t('validUntil', { day }) : at;
  const name = isOneOf ? (ticket.event?.name ?? ticket.name) : '';
  return (
    <>
      {name === '' ? null : <span lang={line.lang}>{name}</span>}
      {name === '' || moment === '' ? '' : ' · '}
      {moment}
      {isOver ? null : <VisitChange line={line} ticket={ticket} />}
    </>
  );
}

/** What is said of the visits of a line: tickets of one time have it in common. */
const momentsOf = (line: Line) =>
  JSON.stringify([
    line.giftCard,
    line.date,
    line.tickets.map(({ occursAt, event, name, movedFrom, calledOff }) => [
      occursAt,
      event?.name ?? name,
      movedFrom,
      calledOff,
    ]),
  ]);

/** Lines one after the other with the same visits. */
function grouped(lines: readonly Line[]): [Line, ...Line[]][] {
  const groups: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last !== undefined && momentsOf(last[0]) === momentsOf(line)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function Group({ lines, isOver }: { lines: readonly [Line, ...Line[]]; isOver: boolean }) {
  const [first] = lines;
  return (
    <div>
      {lines.map((line, index) => (
        <p key={index}>
          {line.quantity} × <span lang={line.lang}>{lineName(line)}</span>
        </p>
      ))}
      {first.tickets.length === 0 ? null : (
        <ul className="text-ink-soft">
          {visitsOf(first).map((ticket, index) => (
            <li key={index}>
              <Moment line={first} ticket={ticket} isOneOf={first.tickets.length > 1} isOver={isOver} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What an order is for: the first event with its day, and how many other visits there are. */
function OrderName({ lines }: { lines: readonly [Line, ...Line[]] }) {
  const t = useTranslations('checkout.orders');
  const language = useLocale();
  const visits = lines.map((line) => {
    const [visit, ...others] = visitsOf(line);
    const name = (others.length === 0 ? visit?.event?.name : undefined) ?? lineName(line);
    // A gift card has a day, too: its last one.
    const isDated = visit !== undefined && line.giftCard !== true;
    const day = isDated ? ticketMoment(line, visit, language).day : '';
    return { name, day, lang: line.lang };
  });
  const [first] = visits;
  const more = new Set(visits.map(({ name, day }) => `${name} ${day}`)).size - 1;
  return (
    <span>
      <span lang={first?.lang}>{first?.name}</span>
      {first?.day === '' ? '' : `, ${first?.day ?? ''}`}
      {more === 0 ? '' : ` ${t('andMore', { count: more })}`}
    </span>
  );
}

function Listed({ order }: { order: ListedOrder }) {
  const t = useTranslations('checkout');
  const language = useLocale();
  const { id, reference, phase, createdAt, total, end } = order;
  const lines = inOrderOfTime(order.lines, (line) => firstBegin([line]));
  const of = bookingKind(lines);
  const over = phase === 'confirmed' ? endOfTickets(end) : null;
  const left = phase === 'confirmed' ? leftOfTickets(end) : null;
  const day = formatDay(venueDay(createdAt.toISOString(), lines[0]?.timezone ?? undefined), language, 'long');
  const [first, ...others] = lines;
  const number = t('reference', { reference });
  return (
    <li className="border-t border-rule py-4">
      <h2 className="text-base">
        <Link
          href={paths.order(language, id)}
          className="inline-flex min-h-target items-center text-lead font-bold wrap-anywhere underline"
        >
          {first === undefined ? number : <OrderName lines={[first, ...others]} />}
        </Link>
      </h2>
      {phase === 'not_ordered' ? null : (
        <p className="font-bold first-letter:uppercase">
          {over === null ? t(`orders.phases.${phase}`) : t(`orders.over.${over}`, { of })}
          {left === null ? null : `, ${t('orders.left', { ...left, of })}`}
        </p>
      )}
      {grouped(lines).map((group, index) => (
        <Group key={index} lines={group} isOver={over !== null} />
      ))}
      <p className="text-small text-ink-soft">
        {first === undefined ? null : <span className="tabular">{number} · </span>}
        {phase === 'unpaid' ? t('orders.begun', { day }) : t('orders.made', { day })}
        {total === null ? null : <span className="tabular"> · {formatAmount(total, language)}</span>}
        {compareAmounts(end.refunded, '0.00') === 0 ? null : (
          <span className="tabular">
            {' · '}
            {t('orders.refunded', { amount: formatAmount(end.refunded, language) })}
          </span>
        )}
      </p>
      {phase === 'unpaid' ? <TextLink href={paths.checkout(language, id)}>{t('orders.pay')}</TextLink> : null}
    </li>
  );
}

export function OrderList({ orders }: { orders: readonly ListedOrder[] }) {
  const t = useTranslations('checkout.orders');
  const language = useLocale();
  const find = (
    <ButtonLink href={paths.findOrders(language)} variant={orders.length === 0 ? 'primary' : 'secondary'}>
      {t('find')}
    </ButtonLink>
  );
  if (orders.length === 0) {
    return (
      <PlainPage title={t('none')} text={<p>{t('noneText')}</p>}>
        {find}
      </PlainPage>
    );
  }
  return (
    <PlainPage title={t('title')} text={<p>{t('lead')}</p>}>
      {find}
      <ol className="mt-8 max-w-text">
        {orders.map((order) => (
          <Listed key={order.id} order={order} />
        ))}
      </ol>
    </PlainPage>
  );
}
