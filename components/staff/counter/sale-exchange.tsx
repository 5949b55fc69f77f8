import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import type { CounterSaleProps, SaleView } from './sale-view';

/** Tickets of an earlier booking that can pay for the sale, or do; nothing without them. */
export function SaleExchange({ sale, actions }: Pick<CounterSaleProps, 'sale' | 'actions'>) {
  const t = useTranslations('counter.exchange');
  const rebooking = useTranslations('rebooking');
  const language = useLocale();
  const { exchange, view } = sale;
  if (exchange === null) return null;
  const { kind, earlierId, reference, tickets, seller, card } = exchange;
  const isTooCheap = compareAmounts(view.total, view.leastTotal) < 0;
  return (
    <section aria-labelledby="exchange" className="mt-4 space-y-3 rounded border border-ink px-4 py-4">
      <h3 id="exchange" className="font-bold">
        {t(kind, { count: tickets, reference })}
      </h3>
      {seller === null ? null : <p>{t('onlyFor', { seller })}</p>}
      {card === null ? null : (
        <p>{rebooking('card', { ...card, amount: formatAmount(card.amount, language) })}</p>
      )}
      {isTooCheap ? (
        <p className="font-bold">{t('least', { least: formatAmount(view.leastTotal, language) })}</p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {kind === 'offered' ? (
          <form action={actions.payWithEarlier}>
            <HiddenFields checkoutId={view.checkout.id} />
            <SubmitButton variant="secondary">{t('use')}</SubmitButton>
          </form>
        ) : null}
        <form action={actions.keepEarlier}>
          <HiddenFields checkoutId={view.checkout.id} />
          <SubmitButton variant="quiet">{t('keep')}</SubmitButton>
        </form>
      </div>
      <p>
        <TextLink href={paths.staffOrder(language, earlierId)}>{t('earlier', { reference })}</TextLink>
      </p>
    </section>
  );
}

/** How what is left of their price goes back: recorded, to be paid back at the counter, or by the payment provider. */
function Back({ parts, back }: { readonly parts: SaleView['backParts']; readonly back: string }) {
  const t = useTranslations('counter.exchange');
  const ways = useTranslations('cancellation.staff.paidBack');
  const language = useLocale();
  if (back === '0.00') return null;
  const atCounter = parts.filter(({ paidBack, isToPayBack }) => paidBack !== null || isToPayBack);
  if (atCounter.length === 0) return <p>{t('back', { amount: formatAmount(back, language) })}</p>;
  return atCounter.map(({ id, amount, paidBack }) => (
    <p key={id} className="text-lead font-bold">
      {paidBack === null
        ? t('toPayBack', { amount: formatAmount(amount, language) })
        : t('paidBack', { way: ways(paidBack), amount: formatAmount(amount, language) })}
    </p>
  ));
}

/** After the sale: which tickets are void now, and what goes back. */
export function ExchangeDone({ sale }: Pick<CounterSaleProps, 'sale'>) {
  const t = useTranslations('counter.exchange');
  const terms = useTranslations('cancellation.terms');
  const language = useLocale();
  const { exchange, view } = sale;
  if (exchange?.kind !== 'used') return null;
  const { earlierId, reference, tickets } = exchange;
  const { back, returned } = view;
  return (
    <Notice title={t('done', { count: tickets, reference })}>
      <Back parts={sale.backParts} back={back} />
      {returned === '0.00' ? null : <p>{terms('returned', { amount: formatAmount(returned, language) })}</p>}
      <p>
        <TextLink href={paths.staffOrder(language, earlierId)}>{t('earlier', { reference })}</TextLink>
      </p>
    </Notice>
  );
}
