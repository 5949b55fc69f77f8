import { useTranslations } from 'next-intl';
import { SubmitButton } from '../ui/submit-button';

/** Takes the order's links back. A box to tick and a button: works without scripts, and no single press does it. */
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
        <label className="flex min-h-target items-center gap-3">
          <input type="checkbox" name="confirmed" value="yes" required className="size-5" />
          {t('confirm')}
        </label>
        <SubmitButton variant="secondary">{t('button')}</SubmitButton>
      </form>
    </section>
  );
}
