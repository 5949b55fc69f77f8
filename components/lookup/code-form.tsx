import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { PlainPage } from '../layout/plain-page';
import { Field } from '../ui/field';
import { TextLink } from '../ui/link';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';

interface CodeFormProps {
  readonly action: (form: FormData) => Promise<void>;
  /** The address as it was typed: the page does not say whether an e-mail was sent there. */
  readonly email: string;
  readonly minutes: number;
  readonly triesLeft: number;
  readonly problem: 'wrong' | 'format' | null;
}

function Problem({ problem, triesLeft }: { problem: 'wrong' | 'format'; triesLeft: number }) {
  const t = useTranslations('checkout.find.code');
  return (
    <Notice tone="problem" title={t(problem)}>
      {problem === 'wrong' ? <p>{t('wrongText', { count: triesLeft })}</p> : null}
    </Notice>
  );
}

export function CodeForm({ action, email, minutes, triesLeft, problem }: CodeFormProps) {
  const t = useTranslations('checkout.find.code');
  const language = useLocale();
  return (
    <PlainPage title={t('title')} text={<p className="wrap-anywhere">{t('sent', { email, minutes })}</p>}>
      <form action={action} noValidate className="max-w-text space-y-6">
        {problem === null ? null : <Problem key={triesLeft} problem={problem} triesLeft={triesLeft} />}
        <Field
          name="code"
          label={t('label')}
          hint={t('hint')}
          error={problem === null ? undefined : t(problem)}
          className="tabular tracking-widest"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <SubmitButton>{t('button')}</SubmitButton>
      </form>
      <p className="max-w-text pt-10">{t('nothing')}</p>
      <p>
        <TextLink href={paths.findOrders(language)}>{t('again')}</TextLink>
      </p>
    </PlainPage>
  );
}
