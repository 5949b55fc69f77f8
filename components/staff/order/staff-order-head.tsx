import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { compareAmounts, formatAmount, subtractAmounts } from '@/lib/money/money';
import type { TicketView } from '@/lib/storefront/common/order/order-tickets';
import type { StaffOrder as StaffOrderRead } from '@/lib/storefront/staff/order/order';
import { areAllCancelled, ticketEnd } from '@/lib/shop/rules/ticket-end';
import { Notice } from '../../ui/notice';
import { BackLink } from '../ui/back-link';
import { moneyOf } from './order-money';
import type { StaffOrderView } from './order-view';
import { useReasonText } from '../ui/staff-texts';
import { useStamp } from '../ui/stamp';
import { PageTitle } from '../ui/page-title';

/** What became of the money of a purchase. */
function Sums(view: Pick<StaffOrderView, 'payments' | 'incidents' | 'cancellations'>) {
  const t = useTranslations('staff.order');
  const language = useLocale();
  const money = moneyOf(view);
  const isSome = (amount: string) => compareAmounts(amount, '0.00') > 0;
  // Tickets that were exchanged, or that cost nothing: no money of this purchase came or went.
  if (!Object.values(money).some(isSome)) return null;
  const isExchanged = view.cancellations.some(({ rebookedTo }) => rebookedTo !== null);
  const text = (amount: string) => formatAmount(amount, language);
  const { paid, refunded, byBank, open, kept } = money;
  const sums = { paid: text(paid), refunded: text(refunded), kept: text(kept) };
  return (
    <span className="tabular block text-base">
      {[
        t(isExchanged ? 'sumsExchanged' : 'sums', sums),
        ...(isSome(byBank) ? [t('byBank', { amount: text(byBank) })] : []),
        ...(isSome(open) ? [t('toRefund', { open: text(open) })] : []),
      ].join(' · ')}
    </span>
  );
}

type PaidByEarlierProps = Pick<StaffOrderView, 'credit' | 'back'> & { readonly reference: string };

/** What tickets that were exchanged have paid. */
function PaidByEarlier({ credit, back, reference }: PaidByEarlierProps) {
  const t = useTranslations('staff.order');
  const amount = formatAmount(subtractAmounts(credit, back), useLocale());
  return <span className="tabular block text-base">{t('paidByEarlier', { reference, amount })}</span>;
}

interface HeadProps {
  readonly view: StaffOrderView;
  readonly tickets: readonly Pick<TicketView, 'status'>[];
  /** A payment arrived that the booking had no use for. */
  readonly isUnexpected: boolean;
  /** What it is for; null: nothing that has a day. */
  readonly visit: StaffOrderRead['visit'];
  /** The booking whose tickets have paid for it, or a part of it; null: none. */
  readonly paidBy: StaffOrderRead['paidBy'];
}

/** What the booking is for, how many of its tickets are valid, and what became of the money. */
function Summary({ view, tickets, visit, paidBy }: Omit<HeadProps, 'isUnexpected'>) {
  const t = useTranslations('staff.search');
  const countOf = (wanted: TicketView['status']) => tickets.filter(({ status }) => status === wanted).length;
  const [valid, used] = [countOf('valid'), countOf('redeemed')];
  const isKnown = tickets.length > 0 && tickets.every(({ status }) => status !== 'unknown');
  return (
    <>
      <span className="block text-base">
        {visit === null ? null : (
          <>
            <span lang={visit.lang}>{visit.name}</span> · {visit.moment}
            {visit.more === 0 ? '' : ` +${visit.more}`}
          </>
        )}
        {visit !== null && isKnown ? ' · ' : ''}
        {isKnown ? t('valid', { valid, count: tickets.length }) : ''}
        {isKnown && used > 0 ? `, ${t('used', { count: used })}` : ''}
      </span>
      {paidBy === null ? null : <PaidByEarlier {...view} reference={paidBy} />}
      <Sums {...view} />
    </>
  );
}

export function StaffOrderHead({ view, tickets, isUnexpected, visit, paidBy }: HeadProps) {
  const { checkout } = view;
  const t = useTranslations('staff');
  const reasonText = useReasonText();
  const stamp = useStamp();
  const language = useLocale();
  const { settledAs } = checkout;
  const isOver = checkout.state === 'ordered' && areAllCancelled(tickets, view.cancellations);
  const reason = settledAs === null ? checkout.reason : null;
  const stored = settledAs === null ? t(`states.${checkout.state}`) : t(`settle.state.${settledAs}`);
  const state = isOver ? t(`order.over.${ticketEnd(view.cancellations)}`) : stored;
  return (
    <>
      <BackLink href={paths.staffOrders(language)} label={t('order.back')} />
      <PageTitle title={t('order.title', { reference: checkout.reference })} className="tabular" />
      <p className="pt-2 pb-6 text-lead">
        <span className="block font-bold first-letter:uppercase">{state}</span>
        {checkout.state === 'ordered' ? (
          <Summary view={view} tickets={tickets} visit={visit} paidBy={paidBy} />
        ) : null}
        {checkout.state === 'held' || checkout.state === 'paying' ? (
          <span className="block text-small text-ink-soft">
            {t('order.held', { moment: stamp(checkout.expiresAt) })}
          </span>
        ) : null}
      </p>
      {reason === null && !isUnexpected ? null : (
        <div className="pb-8">
          <Notice title={t('order.why')}>
            {reason === null ? null : <p>{reasonText(reason)}</p>}
            {isUnexpected ? <p>{t('reasons.payment_unexpected')}</p> : null}
          </Notice>
        </div>
      )}
    </>
  );
}
