import { useTranslations } from 'next-intl';
import type { ShownCopyAnswer } from '@/lib/storefront/staff/ticket/holder-form';
import { Notice } from '../../ui/notice';
import { Section } from '../ui/section';
import { SendToForm } from './send-to-form';

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
        <SendToForm
          checkoutId={checkoutId}
          name="copyTo"
          email={email}
          words={{ label: t('email'), button: t('button') }}
          error={isWrong ? t('answers.email') : undefined}
          action={action}
        />
      </div>
    </Section>
  );
}
