import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import type { CorrectionAnswer } from '@/lib/storefront/shop/document/invoices';
import { Field, TextAreaField } from '../ui/field';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { SubmitButton } from '../ui/submit-button';
import type { OrderPageView } from './order-view';

interface InvoiceListProps {
  readonly checkoutId: string;
  readonly invoices: OrderPageView['invoices'];
}

/** Links to the invoices and credit notes of an order. */
export function InvoiceList({ checkoutId, invoices }: InvoiceListProps) {
  const t = useTranslations('checkout.invoice');
  const language = useLocale();
  const format = useFormatter();
  return (
    <ul className="space-y-1">
      {invoices.map(({ id, kind, number, total, issuedAt }) => (
        <li key={id}>
          <a
            href={paths.invoice(checkoutId, id, language)}
            className="inline-flex min-h-target items-center font-semibold wrap-anywhere underline"
          >
            {t(kind === 'invoice' ? 'download' : 'downloadCredit', { number })}
          </a>
          <span className="block text-small text-ink-soft">
            {format.dateTime(issuedAt, { dateStyle: 'medium' })} · {formatAmount(total, language)}
          </span>
        </li>
      ))}
    </ul>
  );
}

export interface InvoicesProps {
  readonly view: Pick<OrderPageView, 'checkout' | 'invoices'>;
  readonly action: (form: FormData) => Promise<void>;
  /** What became of the last correction; null: there was none. */
  readonly answer: CorrectionAnswer | null;
}

function CorrectionForm({ view: { checkout }, action, answer }: InvoicesProps) {
  const t = useTranslations('checkout.invoice');
  const errorOf = (name: CorrectionAnswer) =>
    answer === name && answer !== 'corrected' && answer !== 'nothing' ? t(`errors.${answer}`) : undefined;
  return (
    <details open={answer !== null && answer !== 'corrected'}>
      <summary className="inline-flex min-h-target cursor-pointer items-center text-small font-semibold underline">
        {t('correct')}
      </summary>
      <form action={action} className="space-y-4 pt-2">
        <p className="text-small">{t('correctText')}</p>
        <input type="hidden" name="checkoutId" value={checkout.id} />
        <Field
          id="invoice-company"
          name="company"
          label={t('company')}
          autoComplete="organization"
          defaultValue={checkout.invoice?.company ?? ''}
          error={errorOf('company')}
        />
        <TextAreaField
          id="invoice-address"
          name="address"
          label={t('address')}
          autoComplete="street-address"
          rows={3}
          error={errorOf('address')}
        />
        <Field
          id="invoice-vat-number"
          name="vatNumber"
          label={t('vatNumber')}
          hint={t('vatNumberHint')}
          defaultValue={checkout.invoice?.vatNumber ?? ''}
          error={errorOf('vatNumber')}
        />
        <SubmitButton variant="secondary" className="w-full">
          {t('correctButton')}
        </SubmitButton>
      </form>
    </details>
  );
}

/** The invoices of an order, and the form for a company, an address and a VAT number that they are to name. */
export function Invoices({ view, action, answer }: InvoicesProps) {
  const t = useTranslations('checkout.invoice');
  const { checkout, invoices } = view;
  if (invoices.length === 0) return null;
  return (
    <section id="invoice" aria-labelledby="invoice-title" className="scroll-mt-24 space-y-3 px-5 pt-5">
      <h2 id="invoice-title" className="text-base font-bold">
        {t('heading')}
      </h2>
      {answer === null ? null : (
        <p
          key={answer}
          role="status"
          tabIndex={-1}
          className="border-l-8 border-ink bg-paper-deep px-5 py-4 text-base"
        >
          {t(answer === 'corrected' || answer === 'nothing' ? `answers.${answer}` : `errors.${answer}`)}
          <FocusWhenShown />
        </p>
      )}
      <InvoiceList checkoutId={checkout.id} invoices={invoices} />
      <CorrectionForm view={view} action={action} answer={answer} />
    </section>
  );
}
