import { useLocale, useTranslations } from 'next-intl';
import type { Line } from '@/lib/checkout/queries';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay } from '@/lib/locale/venue-time';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import { formatAmount } from '@/lib/money/money';
import type { ListedOrder } from '@/lib/storefront/find-orders';
import { lineName } from '../checkout/line-view';
import { PlainPage } from '../checkout/plain-page';
import { ButtonLink } from '../ui/button-link';
import { Link, TextLink } from '../ui/link';

function LineText({ line }: { line: Line }) {
  const language = useLocale();
  const [ticket] = line.tickets;
  const { day, time } = ticket === undefined ? { day: '', time: null } : ticketMoment(line, ticket, language);
  const moment = [day, time ?? ''].filter((part) => part !== '').join(', ');
  return (
    <p>
      {line.quantity} × <span lang={line.lang}>{lineName(line)}</span>
      {moment === '' ? null : <span className="text-ink-soft"> · {moment}</span>}
    </p>
  );
}

function Listed({ order }: { order: ListedOrder }) {
  const t = useTranslations('checkout');
  const language = useLocale();
  const { id, reference, phase, createdAt, total, lines } = order;
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
      {phase === 'denied' || phase === 'not_ordered' ? null : (
        <p className="font-bold first-letter:uppercase">{t(`orders.phases.${phase}`)}</p>
      )}
      {lines.map((line, index) => (
        <LineText key={index} line={line} />
      ))}
      <p className="text-small text-ink-soft">
        {phase === 'unpaid' ? t('orders.begun', { day }) : t('orders.made', { day })}
        {total === null ? null : <span className="tabular"> · {formatAmount(total, language)}</span>}
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
      <ol className="max-w-text pb-8">
        {orders.map((order) => (
          <Listed key={order.id} order={order} />
        ))}
      </ol>
      {find}
    </PlainPage>
  );
}
