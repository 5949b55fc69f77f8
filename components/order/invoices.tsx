import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { CorrectionAnswer } from '@/lib/storefront/common/invoice/correction';
import { countryOptions } from '../checkout/countries';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { type CorrectInvoice, InvoiceForm } from './invoice-form';
import { type InvoiceState, invoiceStates } from './invoice-states';
import type { OrderPageView } from './order-view';

interface InvoiceListProps {
  readonly checkoutId: string;
  readonly invoices: Readonly<OrderPageView['invoices']>;
}

/** Links to the invoices and credit notes of an order, with what is valid of several. */
export function InvoiceList({ checkoutId, invoices }: InvoiceListProps) {
  const t = useTranslations('checkout.invoice');
  const language = useLocale();
  const timezone = useTimeZone();
  return (
    <ul className="space-y-1">
      {invoiceStates(invoices).map((shown) => {
        const { id, kind, number, total, issuedAt } = shown.document;
        return (
          <li key={id}>
            <a
              href={paths.invoice(checkoutId, id, language)}
              className={`inline-flex min-h-target items-center wrap-anywhere underline ${
                shown.isOver ? 'text-ink-soft' : 'font-semibold'
              }`}
            >
              {t(kind === 'invoice' ? 'download' : 'downloadCredit', { number })}
            </a>
            <span className="block text-small text-ink-soft">
              {formatDay(venueDay(issuedAt.toISOString(), timezone), language, 'long')} ·{' '}
              {formatAmount(total, language)}
              {invoices.length === 1 ? null : <StateOf {...shown} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function StateOf({ state, other, credited }: InvoiceState) {
  const t = useTranslations('checkout.invoice.states');
  const language = useLocale();
  const isPart = state === 'valid' && credited !== '0.00';
  const text = t(isPart ? 'part' : state, { number: other, amount: formatAmount(credited, language) });
  return <> · {state === 'valid' ? <strong className="text-ink">{text}</strong> : text}</>;
}

export interface InvoicesProps {
  readonly view: Pick<OrderPageView, 'invoices'> & {
    readonly checkout: Pick<OrderPageView['checkout'], 'id' | 'invoice'>;
  };
  readonly correct: CorrectInvoice;
  /** What became of the last correction; null: there was none. */
  readonly answer: CorrectionAnswer | null;
}

/** The form for a company, an address and a VAT number that the invoices are to name, for customers and for staff. */
export function InvoiceCorrection({ view: { checkout, invoices }, correct, answer }: InvoicesProps) {
  const t = useTranslations('checkout.invoice');
  const buyer = invoices.findLast(({ kind }) => kind === 'invoice')?.buyer;
  return (
    <InvoiceForm
      // What was wrong before is over with the answer.
      key={`${invoices.length} ${answer ?? ''}`}
      correct={correct}
      about={{ checkoutId: checkout.id }}
      values={{
        company: checkout.invoice?.company ?? '',
        address: buyer?.address ?? '',
        country: buyer?.country ?? '',
        vatNumber: checkout.invoice?.vatNumber ?? '',
      }}
      countries={countryOptions(useLocale())}
      words={{
        correct: t('correct'),
        correctText: t('correctText'),
        company: t('company'),
        address: t('address'),
        country: t('country'),
        vatNumber: t('vatNumber'),
        vatNumberHint: t('vatNumberHint'),
        correctButton: t('correctButton'),
      }}
    />
  );
}

/** What became of a correction. */
export function CorrectionDone({ answer }: Pick<InvoicesProps, 'answer'>) {
  const t = useTranslations('checkout.invoice');
  if (answer === null) return null;
  return (
    <p
      key={answer}
      role="status"
      tabIndex={-1}
      className="border-l-8 border-ink bg-paper-deep px-5 py-4 text-base"
    >
      {t(`answers.${answer}`)}
      <FocusWhenShown />
    </p>
  );
}

/** The invoices of an order, and the form to correct them. */
export function Invoices({ view, correct, answer }: InvoicesProps) {
  const t = useTranslations('checkout.invoice');
  const { checkout, invoices } = view;
  if (invoices.length === 0) return null;
  return (
    <section id="invoice" aria-labelledby="invoice-title" className="scroll-mt-24 space-y-3 px-5 pt-5">
      <h2 id="invoice-title" className="text-base font-bold">
        {t('heading')}
      </h2>
      <CorrectionDone answer={answer} />
      <InvoiceList checkoutId={checkout.id} invoices={invoices} />
      <InvoiceCorrection view={view} correct={correct} answer={answer} />
    </section>
  );
}
