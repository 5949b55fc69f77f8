import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { SubmitButton } from '../ui/submit-button';

export function StaffBar({ name, signOut }: { name: string; signOut: (form: FormData) => Promise<void> }) {
  const t = useTranslations('staff');
  const language = useLocale();
  return (
    <form
      action={signOut}
      className="flex flex-wrap items-center justify-end gap-x-4 border-b border-rule text-small"
    >
      <input type="hidden" name="back" value={paths.staff(language)} />
      <p>{t('signedIn', { name })}</p>
      <SubmitButton variant="quiet" className="text-small font-normal">
        {t('signOut')}
      </SubmitButton>
    </form>
  );
}
