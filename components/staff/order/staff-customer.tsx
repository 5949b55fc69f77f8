import { useLocale, useTranslations } from 'next-intl';
import { withColon } from '@/lib/locale/colon';
import { useStamp } from '../ui/stamp';
import { ContactForm, type CorrectContact } from './contact-form';
import type { StaffOrderView } from './order-view';

interface StaffCustomerProps extends Pick<StaffOrderView, 'checkout'> {
  /** Null: this person may only look. */
  readonly correct: CorrectContact | null;
}

/** Who has bought, and how to reach them. */
export function StaffCustomer({ checkout, correct }: StaffCustomerProps) {
  const t = useTranslations('staff.order');
  const stamp = useStamp();
  const { id, customer, anonymisedAt } = checkout;
  if (anonymisedAt !== null) return <p>{t('anonymised', { moment: stamp(anonymisedAt) })}</p>;
  if (customer === null) return <p>{t('noCustomer')}</p>;
  return (
    <>
      <Address checkout={checkout} customer={customer} />
      {correct === null ? null : <Contact checkoutId={id} customer={customer} correct={correct} />}
    </>
  );
}

type Customer = NonNullable<StaffOrderView['checkout']['customer']>;

function Address({ checkout, customer }: Pick<StaffCustomerProps, 'checkout'> & { customer: Customer }) {
  const t = useTranslations('staff.order');
  const names = useTranslations('checkout.invoice');
  const locale = useLocale();
  const { invoice, language } = checkout;
  return (
    <address className="not-italic">
      <strong>
        {customer.firstname} {customer.lastname}
      </strong>
      <br />
      <span className="break-all">{customer.email}</span>
      <span className="block text-small text-ink-soft">
        {customer.phone === undefined ? '' : `${t('phone')} ${customer.phone} · `}
        {t('country')} {customer.country} · {t('language')} {language}
      </span>
      {invoice === null ? null : (
        <span className="block text-small wrap-anywhere">
          {withColon(names('shown'), invoice.company, locale)}
          {invoice.vatNumber === null ? '' : `, ${names('vatNumber')} ${invoice.vatNumber}`}
        </span>
      )}
    </address>
  );
}

interface ContactProps {
  readonly checkoutId: string;
  readonly customer: Customer;
  readonly correct: CorrectContact;
}

function Contact({ checkoutId, customer: { email, phone = '' }, correct }: ContactProps) {
  const t = useTranslations('orderChanges.contact');
  return (
    <ContactForm
      correct={correct}
      about={{ checkoutId }}
      values={{ email, phone }}
      words={{
        title: t('title'),
        email: t('email'),
        phone: t('phone'),
        hint: t('hint'),
        revoke: t('revoke'),
        send: t('send'),
        submit: t('submit'),
      }}
    />
  );
}
