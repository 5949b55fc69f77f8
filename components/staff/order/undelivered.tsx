import { useMessages, useTranslations } from 'next-intl';
import type { MailProblem } from '@/lib/shop/data/mail-problems';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { hasText } from '../ui/staff-texts';

interface UndeliveredProps {
  readonly checkoutId: string;
  readonly email: string;
  readonly problems: readonly MailProblem[];
  readonly isWrong: boolean;
  /** Null: this person may only look. */
  readonly actions: Readonly<Record<'sendAgain' | 'acknowledge', (form: FormData) => Promise<void>>> | null;
}

function Problem({ problem }: { problem: MailProblem }) {
  const t = useTranslations('staff');
  const { kind, attention, failure } = problem;
  const { mails } = useMessages().staff;
  return (
    <div>
      <p>{t(`reasons.${attention}`)}</p>
      <p className="text-small text-ink-soft">
        {hasText(mails, kind) ? t(`mails.${kind}`) : kind}
        {failure === null ? '' : ` · ${t('undelivered.because', { reason: failure })}`}
      </p>
    </div>
  );
}

function SendAgainForm({
  checkoutId,
  email,
  isWrong,
  sendAgain,
}: Pick<UndeliveredProps, 'checkoutId' | 'email' | 'isWrong'> & {
  readonly sendAgain: (form: FormData) => Promise<void>;
}) {
  const t = useTranslations('staff.undelivered');
  return (
    // The action checks the address, in the same way for browsers with and without scripts.
    <form action={sendAgain} noValidate className="flex flex-wrap items-end gap-3 pt-2">
      <input type="hidden" name="checkoutId" value={checkoutId} />
      <Field
        name="email"
        type="email"
        autoComplete="off"
        label={t('email')}
        hint={t('hint')}
        error={isWrong ? t('wrong') : undefined}
        defaultValue={email}
        required
      />
      <SubmitButton>{t('again')}</SubmitButton>
    </form>
  );
}

export function Undelivered({ actions, problems, ...about }: UndeliveredProps) {
  const t = useTranslations('staff.undelivered');
  if (problems.length === 0) return null;
  const failures = problems.filter(({ attention }) => attention === 'email_failed');
  const failed = failures.length > 0;
  const isOfGift = ({ kind }: MailProblem) => kind === 'gift' || kind === 'gift_change';
  const isOfCustomer = failures.some((one) => !isOfGift(one));
  return (
    <div className="pb-8">
      <Notice title={t(failed ? 'title' : 'missing')}>
        {problems.map((problem) => (
          <Problem key={problem.kind} problem={problem} />
        ))}
        {failures.some(isOfGift) ? <p>{t('gift')}</p> : null}
        {isOfCustomer && actions !== null ? <SendAgainForm {...about} sendAgain={actions.sendAgain} /> : null}
        {actions === null ? null : (
          <form action={actions.acknowledge}>
            <input type="hidden" name="checkoutId" value={about.checkoutId} />
            <Button variant="secondary" type="submit">
              {t('known')}
            </Button>
          </form>
        )}
      </Notice>
    </div>
  );
}
