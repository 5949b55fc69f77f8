import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { EmptiedBooking } from '@/lib/storefront/shop/basket/emptied-booking';
import { ButtonLink } from '../ui/button-link';
import { HiddenFields } from '../ui/hidden-fields';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';
import type { CheckoutNotice } from './open-checkout';
import { PlainPage } from '../layout/plain-page';

interface EmptiedProps extends Omit<EmptiedBooking, 'openId'> {
  readonly checkoutId: string;
  readonly notice: CheckoutNotice | null;
  readonly undo: (form: FormData) => Promise<void>;
}

/** The page of a booking from which all tickets were removed: what goes on, and the ways on. */
export function Emptied({ checkoutId, notice, removed, exchange, voucher, undo }: EmptiedProps) {
  const t = useTranslations();
  const language = useLocale();
  const refusal =
    notice?.kind === 'not_restored' || notice?.kind === 'restore_unavailable' ? notice.kind : null;
  return (
    <PlainPage
      title={t('checkout.cancelled.title')}
      isResult={notice?.kind === 'removed' || notice?.kind === 'restore_unavailable'}
      text={<p>{t('checkout.cancelled.text')}</p>}
    >
      {refusal === null ? null : (
        <div className="pb-6">
          <Notice tone="problem" title={t(`checkout.problem.${refusal}`)}>
            <p>{t(`checkout.problem.${refusal}Text`)}</p>
          </Notice>
        </div>
      )}
      {exchange === null ? null : (
        <p className="pb-6">
          {t('rebooking.goesOn', { count: exchange.tickets, reference: exchange.reference })}
        </p>
      )}
      {voucher === null ? null : (
        <p className="pb-6 wrap-anywhere">{t('voucher.goesOn', { code: voucher })}</p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        {removed === null ? null : (
          <ButtonLink href={paths.offer(language, removed.catalogId, removed.offerId)}>
            {t('checkout.cancelled.again')}
          </ButtonLink>
        )}
        {removed?.isRestorable === true && refusal !== 'not_restored' ? (
          <form action={undo}>
            <HiddenFields checkoutId={checkoutId} language={language} restore={removed.holdId} />
            <SubmitButton variant="secondary">{t('checkout.problem.undo')}</SubmitButton>
          </form>
        ) : null}
        <ButtonLink variant="secondary" href={paths.home(language)}>
          {t('checkout.cancelled.browse')}
        </ButtonLink>
      </div>
    </PlainPage>
  );
}
