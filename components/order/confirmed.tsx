import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { aroundName } from '@/lib/locale/around-name';
import { paths } from '@/lib/locale/paths';
import { compareAmounts, feeKind, formatAmount } from '@/lib/money/money';
import type { Accent } from '@/lib/contract/accent';
import type { ShownTicket } from '@/lib/storefront/common/order/order-tickets';
import type { Line } from '@/lib/shop/values/checkout-values';
import type { Visit } from '@/lib/shop/flows/visit/visits';
import { type BookingKind, bookingKind } from '@/lib/shop/rules/booking-kind';
import { areAllCancelled, mayHaveValid } from '@/lib/shop/rules/ticket-end';
import { firstVisit } from '@/lib/shop/rules/first-visit';
import { mayBeUnused } from '@/lib/shop/rules/used-card';
import { unitsOf } from '@/lib/shop/rules/units-of';
import { returnTermsOf } from '@/lib/shop/rules/return-terms';
import { CancellationList } from '../cancellation/cancellation-list';
import { ReturnRules } from '../returns/return-rules';
import { PageFrame } from '../layout/page-frame';
import { CalledOffTickets } from '../basket/called-off';
import { CreditLines } from '../basket/credit-lines';
import { TextLink } from '../ui/link';
import { Named } from '../ui/named';
import { AllCancelled } from './all-cancelled';
import { BoughtLines } from './bought-lines';
import { CalendarLinks } from '../ticket/calendar-links';
import { Documents, ToDocuments } from './documents';
import { EmailAgain, type EmailAgainProps } from './email-again';
import { Invoices, type InvoicesProps } from './invoices';
import { Incidents } from './incidents';
import { KeepOffline } from '../ticket/keep-offline';
import { isPreparing, linesOf, type OrderPageView } from './order-view';
import { StoredCopy } from '../ticket/stored-copy';
import { isVoid, TicketList } from '../ticket/ticket-list';
import { useVoucherRow } from '../voucher/voucher-line';
import { RefreshWatch } from '../basket/watches';

/** How its tickets can be cancelled and exchanged, as all pages before the order and the e-mail have said it. */
function Returns({ lines, tickets }: { lines: readonly Line[]; tickets: readonly ShownTicket[] }) {
  const t = useTranslations('checkout.pay');
  const isCard = lines.some(({ giftCard }) => giftCard === true);
  const open = lines.filter((line) => mayBeUnused(line, tickets));
  const of = open.map((line) => ({
    productName: line.productName,
    lang: line.lang,
    terms: returnTermsOf(line),
  }));
  return (
    <>
      <ReturnRules of={of} className="px-5 pt-3 text-small" />
      {isCard ? <p className="px-5 pt-3 text-small">{t('giftCard')}</p> : null}
    </>
  );
}

function Summary({ view }: { view: OrderPageView }) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const names = useTranslations('checkout.invoice');
  const { reference, total, invoice } = view.checkout;
  const { credit, due, back, returned } = view;
  const paid = total ?? view.total;
  // What a gift card pays is no free booking.
  const isFree =
    compareAmounts(paid, '0.00') === 0 && (view.voucher?.lost !== false || view.voucher.left === null);
  return (
    <section aria-labelledby="summary" className="px-5 py-5">
      <h2 id="summary" className="text-[1.375rem] leading-7">
        {t('summary')}
      </h2>
      <BoughtLines lines={linesOf(view)} />
      <dl>
        <Fees fees={view.fees} />
        <Voucher voucher={view.voucher} />
        <div className="mt-2 flex justify-between gap-4 border-t-2 border-ink py-2 font-bold">
          <dt>{t(compareAmounts(credit, '0.00') === 0 ? 'paid' : 'price')}</dt>
          <dd className="tabular">{isFree ? t('paidFree') : formatAmount(paid, language)}</dd>
        </div>
      </dl>
      <CreditLines total={paid} credit={credit} due={due} back={back} returned={returned} isPaid />
      <dl>
        <div className="flex justify-between gap-4 py-2">
          <dt>{t('bookingReference')}</dt>
          <dd className="tabular font-bold whitespace-nowrap">{reference}</dd>
        </div>
        {invoice === null ? null : (
          <div className="flex justify-between gap-4 text-small text-ink-soft">
            <dt>{names('shown')}</dt>
            <dd className="text-right wrap-anywhere">
              {[invoice.company, invoice.vatNumber ?? ''].filter((part) => part !== '').join(', ')}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Fees({ fees }: { fees: string }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const kind = feeKind(fees);
  if (kind === null) return null;
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt>{t(kind)}</dt>
      <dd className="tabular">{formatAmount(fees, language)}</dd>
    </div>
  );
}

function Voucher({ voucher }: Pick<OrderPageView, 'voucher'>) {
  const row = useVoucherRow(voucher);
  if (row === null) return null;
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="min-w-0 wrap-anywhere">{row.name}</dt>
      <dd className="tabular shrink-0">{row.amount}</dd>
    </div>
  );
}

/** What the booking is for, so that it is known at once from others. */
function FirstVisit({ visits }: Pick<ConfirmedProps, 'visits'>) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const first = firstVisit(visits, language);
  if (first === null) return null;
  const { moment, more } = first;
  const around = aroundName(first.name, (name) => t('firstVisit', { name, moment, more }));
  return (
    <p className="pt-4 text-lead font-bold wrap-anywhere">
      <Named {...around} lang={first.lang} />
    </p>
  );
}

function Head({
  view,
  tickets,
  visits,
  of,
}: Pick<ConfirmedProps, 'view' | 'tickets' | 'visits'> & { of: BookingKind }) {
  const t = useTranslations('checkout.order');
  const { customer, reference } = view.checkout;
  const preparing = isPreparing(view.orders);
  const count = unitsOf(linesOf(view));
  const values = { email: customer?.email ?? '', reference, of, count };
  const isBlocked = view.block !== null;
  const title = isBlocked ? 'blocked.title' : preparing ? 'confirmedPreparing' : 'confirmed';
  const text = isBlocked ? 'blocked.text' : preparing ? 'confirmedPreparingText' : 'confirmedText';
  return (
    <div className={isBlocked ? '' : 'print:hidden'}>
      <div className="space-y-4 pt-6 empty:hidden">
        <CalledOffTickets tickets={tickets.filter(({ status }) => !isVoid(status))} />
      </div>
      <h1 className="pt-10 text-title sm:pt-14">{t(title, values)}</h1>
      {isBlocked ? null : <FirstVisit visits={visits} />}
      <p className="max-w-text pt-4 pb-8 font-serif text-lead">
        {t(text, values)}
        {isBlocked || view.confirmation === null ? '' : ` ${t(`link.${view.confirmation}`, values)}`}
      </p>
    </div>
  );
}

interface ConfirmedProps {
  readonly view: OrderPageView;
  readonly tickets: readonly ShownTicket[];
  /** What is left of the lines after cancellations and exchanges. */
  readonly left: readonly Line[];
  readonly visits: readonly Visit[];
  readonly emailAgain: Omit<EmailAgainProps, 'view' | 'isOver'>;
  /** To whom it is given; missing: to nobody. */
  readonly gift?: ReactNode;
  readonly invoices: Omit<InvoicesProps, 'view'>;
  /** Where tickets can be cancelled; null: nowhere. */
  readonly cancelPath: string | null;
  /** Where tickets can be exchanged for others; null: nowhere. */
  readonly rebookPath: string | null;
  readonly accent?: Accent | undefined;
}

function ChangeLinks({
  cancelPath,
  rebookPath,
  of,
}: Pick<ConfirmedProps, 'cancelPath' | 'rebookPath'> & { of: BookingKind }) {
  const cancelText = useTranslations('cancellation')('link', { of });
  const rebookText = useTranslations('rebooking')('link');
  return (
    <>
      {cancelPath === null ? null : (
        <p className="px-5 pt-3">
          <TextLink href={cancelPath}>{cancelText}</TextLink>
        </p>
      )}
      {rebookPath === null ? null : (
        <p className="px-5 pt-1">
          <TextLink href={rebookPath}>{rebookText}</TextLink>
        </p>
      )}
    </>
  );
}

export function Confirmed({
  view,
  tickets,
  left,
  visits,
  emailAgain,
  gift,
  invoices,
  cancelPath,
  rebookPath,
  accent,
}: ConfirmedProps) {
  const language = useLocale();
  const isBlocked = view.block !== null;
  const isOver = !isBlocked && areAllCancelled(tickets, view.cancellations);
  const of = bookingKind(linesOf(view));
  const isOpen = mayHaveValid(tickets, view.cancellations);
  const isPdfFar = !isBlocked && !isOver && tickets.length > 1 && !isPreparing(view.orders);
  return (
    <PageFrame accent={accent}>
      {isPreparing(view.orders) && !isBlocked && !isOver ? <RefreshWatch /> : null}
      {isOver ? (
        <AllCancelled view={view} of={of} />
      ) : (
        <Head view={view} tickets={tickets} visits={visits} of={of} />
      )}
      <StoredCopy />
      <KeepOffline path={paths.order(language, view.checkout.id)} />
      <div className="print:hidden">
        <Incidents view={view} />
      </div>
      {isPdfFar ? <ToDocuments of={of} /> : null}
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-[7fr_4fr]">
        {isBlocked ? null : <TicketList tickets={tickets} cancellations={view.cancellations} hasLinks />}
        <div className="tall:md:sticky md:top-20 md:self-start print:hidden">
          {isBlocked || isOver ? null : (
            <>
              <Documents checkoutId={view.checkout.id} orders={view.orders} of={of} />
              <CalendarLinks checkoutId={view.checkout.id} visits={visits} />
            </>
          )}
          <Summary view={view} />
          {isBlocked ? null : gift}
          <Invoices view={view} {...invoices} />
          {isOver ? null : (
            <div className="px-5 pt-5 empty:hidden">
              <CancellationList checkoutId={view.checkout.id} cancellations={view.cancellations} of={of} />
            </div>
          )}
          {isOpen && !isBlocked ? <Returns lines={left} tickets={tickets} /> : null}
          {isOpen ? <ChangeLinks cancelPath={cancelPath} rebookPath={rebookPath} of={of} /> : null}
          {isBlocked ? null : <EmailAgain view={view} isOver={isOver} {...emailAgain} />}
        </div>
      </div>
    </PageFrame>
  );
}
