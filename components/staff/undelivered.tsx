import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';
import { mailNames, type MailProblemView } from './order-view';

interface UndeliveredProps {
  readonly checkoutId: string;
  /** The customer's address, as it is now. */
  readonly email: string;
  readonly problems: readonly MailProblemView[];
  /** The address that was typed last is none. */
  readonly isWrong: boolean;
  readonly sendAgain: (form: FormData) => Promise<void>;
  readonly acknowledge: (form: FormData) => Promise<void>;
}

function Problem({ problem }: { problem: MailProblemView }) {
  const t = useTranslations('staff');
  const name = mailNames.find((one) => one === problem.kind);
  return (
    <div>
      <p>{t(`reasons.${problem.attention}`)}</p>
      <p className="text-small text-ink-soft">
        {name === undefined ? problem.kind : t(`mails.${name}`)}
        {problem.failure === null ? '' : ` · ${t('undelivered.because', { reason: problem.failure })}`}
      </p>
    </div>
  );
}

function SendAgainForm({
  checkoutId,
  email,
  isWrong,
  sendAgain,
}: Pick<UndeliveredProps, 'checkoutId' | 'email' | 'isWrong' | 'sendAgain'>) {
  const t = useTranslations('staff.undelivered');
  return (
    // The address is checked by the action, in one way for browsers with and without scripts.
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

/** E-mails that the customer has not got: why, and the ways on. Nothing when there are none. */
export function Undelivered(props: UndeliveredProps) {
  const { checkoutId, problems, acknowledge } = props;
  const t = useTranslations('staff.undelivered');
  if (problems.length === 0) return null;
  const failed = problems.some(({ attention }) => attention === 'email_failed');
  return (
    <div className="pb-8">
      <Notice title={t(failed ? 'title' : 'missing')}>
        {problems.map((problem) => (
          <Problem key={problem.kind} problem={problem} />
        ))}
        {failed ? <SendAgainForm {...props} /> : null}
        <form action={acknowledge}>
          <input type="hidden" name="checkoutId" value={checkoutId} />
          <Button variant="secondary" type="submit">
            {t('known')}
          </Button>
        </form>
      </Notice>
    </div>
  );
}
