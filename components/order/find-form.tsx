import { useTranslations } from 'next-intl';
import { PlainPage } from '../checkout/plain-page';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';

/** The error of the last try: not an address, too many searches, or a code that is not valid any more. */
export type FindProblem = 'email' | 'busy' | 'over';

interface FindFormProps {
  action: (form: FormData) => Promise<void>;
  problem: FindProblem | null;
  limits: { readonly minutes: number; readonly tries: number };
}

export function FindForm({ action, problem, limits }: FindFormProps) {
  const t = useTranslations('checkout.find');
  return (
    <PlainPage title={t('title')} text={<p>{t('text')}</p>}>
      <form action={action} className="max-w-text space-y-6">
        {problem === null ? null : (
          <Notice tone="problem" title={t(`problem.${problem}`)}>
            <p>{t(`problem.${problem}Text`, limits)}</p>
          </Notice>
        )}
        <Field
          name="email"
          type="email"
          label={t('email')}
          error={problem === 'email' ? t('problem.emailText') : undefined}
          autoComplete="email"
          spellCheck={false}
          maxLength={254}
          required
        />
        <SubmitButton>{t('button')}</SubmitButton>
      </form>
    </PlainPage>
  );
}
