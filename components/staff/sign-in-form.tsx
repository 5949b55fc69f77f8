import { useTranslations } from 'next-intl';
import { PlainPage } from '../checkout/plain-page';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';

type Action = (form: FormData) => Promise<void>;

/** Where to go after signing in: the page that was asked for. */
function BackTo({ path }: { path: string }) {
  return <input type="hidden" name="back" value={path} />;
}

export function SignInPage({ action, back, failed }: { action: Action; back: string; failed: boolean }) {
  const t = useTranslations('staff.signIn');
  return (
    <PlainPage title={t('title')} text={<p>{t('text')}</p>}>
      {failed ? (
        <div className="pb-6">
          <Notice tone="problem" title={t('failed')}>
            <p>{t('failedText')}</p>
          </Notice>
        </div>
      ) : null}
      <form action={action}>
        <BackTo path={back} />
        <SubmitButton>{t('button')}</SubmitButton>
      </form>
    </PlainPage>
  );
}

/** Signed in, without the role: nothing is shown, and it says so. */
export function RefusedPage({ action, back, name }: { action: Action; back: string; name: string }) {
  const t = useTranslations('staff.refused');
  return (
    <PlainPage title={t('title')} text={<p>{t('text', { name })}</p>}>
      <form action={action}>
        <BackTo path={back} />
        <SubmitButton variant="secondary">{t('signOut')}</SubmitButton>
      </form>
    </PlainPage>
  );
}
