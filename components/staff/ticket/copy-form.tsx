import { useTranslations } from 'next-intl';
import type { ShownCopyAnswer } from '@/lib/storefront/staff/ticket/holder-form';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { Section } from '../ui/section';

interface CopyFormProps {
  readonly checkoutId: string;
  readonly email: string;
  /** What became of the last request; null: there was none. */
  readonly answer: ShownCopyAnswer;
  /** For how long no second one is sent. */
  readonly seconds: number;
  readonly action: (form: FormData) => Promise<void>;
}

/** Sends the confirmation to any address, once. */
export function CopyForm({ checkoutId, email, answer, seconds, action }: CopyFormProps) {
  const t = useTranslations('orderChanges.copy');
  const isWrong = answer === 'email';
  return (
    <Section id="copy" title={t('title')}>
      <div className="max-w-text space-y-3">
        {answer === null || isWrong ? null : (
          <Notice
            tone={answer === 'sent' ? 'result' : 'problem'}
            title={t(`answers.${answer}`, { seconds })}
          />
        )}
        <p>{t('text')}</p>
        {/* The action checks the address, in the same way for browsers with and without scripts. */}
        <form action={action} noValidate className="flex flex-wrap items-end gap-3">
          <HiddenFields checkoutId={checkoutId} />
          <Field
            name="copyTo"
            type="email"
            autoComplete="off"
            label={t('email')}
            error={isWrong ? t('answers.email') : undefined}
            defaultValue={email}
            required
          />
          <SubmitButton variant="secondary">{t('button')}</SubmitButton>
        </form>
      </div>
    </Section>
  );
}
