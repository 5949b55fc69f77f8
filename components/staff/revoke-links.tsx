import { useTranslations } from 'next-intl';
import { SubmitButton } from '../ui/submit-button';
import { ConfirmBox } from './confirm-box';

/** Takes the order's links back. */
export function RevokeLinks({
  checkoutId,
  revoke,
}: {
  checkoutId: string;
  revoke: (form: FormData) => Promise<void>;
}) {
  const t = useTranslations('staff.links');
  return (
    <section aria-labelledby="links">
      <h2 id="links" className="pb-2 text-heading">
        {t('title')}
      </h2>
      <form action={revoke} className="max-w-text space-y-3">
        <input type="hidden" name="checkoutId" value={checkoutId} />
        <p>{t('text')}</p>
        <ConfirmBox label={t('confirm')} />
        <SubmitButton variant="secondary">{t('button')}</SubmitButton>
      </form>
    </section>
  );
}
