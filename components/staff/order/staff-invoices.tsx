import { useTranslations } from 'next-intl';
import type { CorrectionAnswer } from '@/lib/storefront/common/invoice/correction';
import type { CorrectInvoice } from '../../order/invoice-form';
import { CorrectionDone, InvoiceCorrection, InvoiceList } from '../../order/invoices';
import { Section } from '../ui/section';
import type { StaffOrderView } from './order-view';

export interface StaffInvoicesProps {
  readonly view: Pick<StaffOrderView, 'checkout' | 'invoices'>;
  /** Null: this person may only look. */
  readonly correct: CorrectInvoice | null;
  /** What became of a correction; null: there was none. */
  readonly answer: CorrectionAnswer | null;
}

/** The invoices of an order; while its personal data is there, staff can correct for whom they are. */
export function StaffInvoices({ view, correct, answer }: StaffInvoicesProps) {
  const t = useTranslations('checkout.invoice');
  const { checkout, invoices } = view;
  if (invoices.length === 0) return null;
  return (
    <Section id="invoices" title={t('heading')}>
      <div className="space-y-3">
        <CorrectionDone answer={answer} />
        <InvoiceList checkoutId={checkout.id} invoices={invoices} />
        {correct === null || checkout.anonymisedAt !== null ? null : (
          <InvoiceCorrection view={view} correct={correct} answer={answer} />
        )}
      </div>
    </Section>
  );
}
