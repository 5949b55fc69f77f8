import { useLocale, useTranslations } from 'next-intl';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import type { BookingKind } from '@/lib/shop/rules/booking-kind';
import { buttonClass } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';

interface OrderActionsProps {
  readonly checkoutId: string;
  readonly email: string;
  /** Of the customer, and of what is printed. */
  readonly customerLanguage: Language;
  readonly of: BookingKind;
  /** Sends the confirmation to the address in `copyTo`; null: an e-mail could not be delivered, and the page asks for another address; or the customer has none. */
  readonly send: ((form: FormData) => Promise<void>) | null;
  /** Begins an exchange of all tickets at the counter; or leads to the choice of tickets; null: the person may not. */
  readonly changeDate: ((form: FormData) => Promise<void>) | null;
}

/** What staff do most with a booking that has valid tickets: each is one click, or the page for it. */
export function OrderActions({
  checkoutId,
  email,
  customerLanguage,
  of,
  send,
  changeDate,
}: OrderActionsProps) {
  const t = useTranslations('orderChanges');
  const cancellation = useTranslations('cancellation');
  const rebooking = useTranslations('rebooking');
  const language = useLocale();
  return (
    <ul aria-label={t('bar')} className="flex flex-wrap gap-3 pb-8 print:hidden">
      {send === null ? null : (
        <li>
          <form action={send}>
            <HiddenFields checkoutId={checkoutId} copyTo={email} />
            <SubmitButton variant="secondary">{t('copy.again')}</SubmitButton>
          </form>
        </li>
      )}
      <li>
        <ButtonLink variant="secondary" href={paths.staffCancel(language, checkoutId)}>
          {cancellation('link', { of })}
        </ButtonLink>
      </li>
      {changeDate === null ? null : (
        <li>
          <form action={changeDate}>
            <HiddenFields checkoutId={checkoutId} all="yes" />
            <SubmitButton variant="secondary">{rebooking('link')}</SubmitButton>
          </form>
        </li>
      )}
      <li>
        <a href={paths.tickets(checkoutId, customerLanguage)} className={buttonClass('secondary')}>
          {t('print')}
        </a>
      </li>
    </ul>
  );
}
