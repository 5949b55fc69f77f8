import { useLocale, useTranslations } from 'next-intl';
import type { Line, LineTicket } from '@/lib/shop/values/checkout-values';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay } from '@/lib/locale/venue-time';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { visitsOf } from '@/lib/shop/rules/order-of-time';
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

function LineText({ line, isOver }: { line: Line; isOver: boolean }) {
  const { quantity, tickets, lang } = line;
  return (
    <div>
      <p>
        {quantity} × <span lang={lang}>{lineName(line)}</span>
      </p>
      {tickets.length === 0 ? null : (
        <ul className="text-ink-soft">
          {visitsOf(line).map((ticket, index) => (
            <li key={index}>
              <Moment line={line} ticket={ticket} isOneOf={tickets.length > 1} isOver={isOver} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Listed({ order }: { order: ListedOrder }) {
  const t = useTranslations('checkout');
  const language = useLocale();
  const { id, reference, phase, createdAt, total, lines, end } = order;
  const over = phase === 'confirmed' ? endOfTickets(end) : null;
  const left = phase === 'confirmed' ? leftOfTickets(end) : null;
  const day = formatDay(venueDay(createdAt.toISOString(), lines[0]?.timezone ?? undefined), language, 'long');
  return (
    <li className="border-t border-rule py-4">
      <h2 className="text-base">
        <Link
          href={paths.order(language, id)}
          className="tabular inline-flex min-h-target items-center text-lead font-bold underline"
        >
          {t('reference', { reference })}
        </Link>
      </h2>
      {phase === 'not_ordered' ? null : (
        <p className="font-bold first-letter:uppercase">
          {over === null ? t(`orders.phases.${phase}`) : t(`orders.over.${over}`)}
          {left === null ? null : `, ${t('orders.left', left)}`}
        </p>
      )}
      {lines.map((line, index) => (
        <LineText key={index} line={line} isOver={over !== null} />
      ))}
      <p className="text-small text-ink-soft">
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
  const find = <ButtonLink href={paths.findOrders(language)}>{t('find')}</ButtonLink>;
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
