import { useLocale, useTranslations } from 'next-intl';
import type { OrderView } from '@/lib/shop/flows/lookup/read-checkout';
import { lastSegment } from '@/lib/contract/iri';
import { paths } from '@/lib/locale/paths';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { TextLink } from '../ui/link';
import type { BookingKind } from '@/lib/shop/rules/booking-kind';
import { ticketEnd } from '@/lib/shop/rules/ticket-end';

export type CancellationView = Pick<
  OrderView['cancellations'][number],
  | 'id'
  | 'state'
  | 'tickets'
  | 'amount'
  | 'returned'
  | 'reference'
  | 'document'
  | 'settledAs'
  | 'wholeAt'
  | 'isGoodwill'
  | 'isEnded'
  | 'cameBack'
  | 'rebookedTo'
  | 'rebookedReference'
  | 'organiserMessage'
>;

interface CancellationListProps {
  readonly checkoutId: string;
  readonly cancellations: readonly CancellationView[];
  readonly of: BookingKind;
}

/** What of a purchase was cancelled, what became of the money, and the credit notes. For the customer. */
export function CancellationList({ checkoutId, cancellations, of }: CancellationListProps) {
  const t = useTranslations('cancellation');
  const exchanged = useTranslations('rebooking');
  const language = useLocale();
  // A refused request changed nothing; the answer to it was told when it was made.
  // Nor is a part of a refund shown: the whole amount is at the booking whose tickets were cancelled.
  const shown = cancellations.filter(
    ({ state, wholeAt, isGoodwill }) => state !== 'refused' && (wholeAt === null || isGoodwill),
  );
  if (shown.length === 0) return null;
  const ofTickets = shown.filter(({ isGoodwill }) => !isGoodwill);
  return (
    <section aria-labelledby="cancellations" className="space-y-3">
      <h2 id="cancellations" className="text-[1.375rem] leading-7">
        {t(`list.${ofTickets.length === 0 ? 'goodwill' : ticketEnd(ofTickets)}`)}
      </h2>
      <ul className="space-y-3">
        {shown.map((one) => (
          <li key={one.id} className="border-t border-rule pt-2">
            <p className="flex justify-between gap-4">
              <span>
                {one.isGoodwill ? t('goodwill.line') : t('tickets', { count: one.tickets.length, of })}
              </span>
              {isRefund(one) ? (
                <span className="tabular font-bold">{formatAmount(one.amount, language)}</span>
              ) : null}
            </p>
            <p className="text-small">
              {one.isGoodwill && !one.cameBack
                ? t(`goodwill.${one.isEnded ? 'refunded' : 'refunding'}`)
                : t(`states.${stateOf(one)}`)}
            </p>
            {one.returned === null || compareAmounts(one.returned, '0.00') === 0 ? null : (
              <p className="text-small">
                {t('terms.returned', { amount: formatAmount(one.returned, language) })}
              </p>
            )}
            {one.rebookedTo === null ? null : (
              <p>
                <TextLink href={paths.order(language, one.rebookedTo)}>
                  {exchanged('exchanged', { reference: one.rebookedReference ?? '' })}
                </TextLink>
              </p>
            )}
            {one.document === null || one.reference === null ? null : (
              <TextLink href={paths.document(checkoutId, lastSegment(one.document), language)}>
                {t('creditNote', {
                  kind: one.rebookedTo === null ? 'cancellation' : 'exchange',
                  reference: one.reference,
                })}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether money comes back: not of tickets that cost nothing, nor if staff have decided so. */
function isRefund({ amount, settledAs }: Pick<CancellationView, 'amount' | 'settledAs'>): boolean {
  return compareAmounts(amount, '0.00') > 0 && settledAs !== 'nothing';
}

/** For the customer, staff who refund by hand are a refund that takes longer. */
function stateOf(one: CancellationView) {
  const isExchange = one.rebookedTo !== null;
  if (one.state === 'requested') return 'requested';
  if (!isRefund(one)) return isExchange ? 'exchanged' : 'cancelled';
  if (one.cameBack) return 'undelivered';
  if (one.isEnded) return isExchange ? 'exchangedRefunded' : 'refunded';
  return isExchange ? 'exchangedRefunding' : 'refunding';
}
