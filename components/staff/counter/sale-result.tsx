import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import type { Sold } from '@/lib/storefront/staff/counter/counter';
import { InvoiceList } from '../../order/invoices';
import { isPreparing } from '../../order/order-view';
import { TicketList } from '../../ticket/ticket-list';
import { RefreshWatch } from '../../basket/watches';
import { buttonClass } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { ExchangeDone } from './sale-exchange';
import { PrintButton } from './print-button';
import type { SaleView } from './sale-view';

/** What was taken, and for cash the change. */
export function SoldAmounts({ sold }: { sold: Sold | null }) {
  const t = useTranslations('counter');
  const language = useLocale();
  if (sold === null || sold.amount === null) return null;
  const rows = [
    { name: t('total'), amount: sold.amount },
    ...(sold.given === null ? [] : [{ name: t('given'), amount: sold.given }]),
    ...(sold.change === null ? [] : [{ name: t('change'), amount: sold.change }]),
  ];
  return (
    <dl className="grid max-w-text grid-cols-[1fr_auto] gap-x-6 gap-y-1">
      {sold.method === null ? null : (
        <>
          <dt>{t('payment')}</dt>
          <dd className="text-right">{t(`methods.${sold.method}`)}</dd>
        </>
      )}
      {rows.map(({ name, amount }, index) => (
        <div key={name} className={`contents ${index === rows.length - 1 ? 'text-lead font-bold' : ''}`}>
          <dt>{name}</dt>
          <dd className="tabular text-right">{formatAmount(amount, language)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sale is ordered: the change, and the tickets to print. */
export function SaleResult({ sale }: { sale: SaleView }) {
  const t = useTranslations('counter');
  const names = useTranslations('checkout.order.languages');
  const language = useLocale();
  const { view, sold, tickets } = sale;
  const { id, language: own, email } = view.checkout;
  const isComing = isPreparing(view.orders);
  // Each order that cost something has one; it can be made a moment after the tickets.
  const isInvoiceComing = view.invoices.length === 0 && compareAmounts(view.total, '0.00') > 0;
  return (
    <div className="space-y-8">
      <div className="space-y-6 print:hidden">
        <Notice tone="result" title={t('done')}>
          <SoldAmounts sold={sold} />
          {email === null ? null : <p className="wrap-anywhere">{t('mailed', { email })}</p>}
        </Notice>
        <ExchangeDone sale={sale} />
        <div className="flex flex-wrap items-center gap-4">
          <PrintButton label={t('print')} />
          <ButtonLink href={paths.staffCounter(language)} variant="secondary">
            {t('next')}
          </ButtonLink>
          {isComing ? null : (
            <a href={paths.tickets(id, own)} hrefLang={own} className={buttonClass('secondary')}>
              {t('pdf', { language: names(own) })}
            </a>
          )}
          <InvoiceList checkoutId={id} invoices={view.invoices} />
          <TextLink href={paths.staffOrder(language, id)}>{t('orderPage')}</TextLink>
        </div>
        {isComing || isInvoiceComing ? (
          <>
            <RefreshWatch />
            <p role="status">{t(isComing ? 'preparing' : 'invoiceComing')}</p>
          </>
        ) : null}
      </div>
      <TicketList tickets={tickets} />
    </div>
  );
}
