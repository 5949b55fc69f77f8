import { useTranslations } from 'next-intl';
import { PlainPage } from '../checkout/plain-page';
import { HiddenFields } from '../ui/hidden-fields';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';

type Action = (form: FormData) => Promise<void>;

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
        <HiddenFields back={back} />
        <SubmitButton>{t('button')}</SubmitButton>
      </form>
    </PlainPage>
  );
}

/** The roles of the person do not allow this page. */
export function NotAllowed() {
  const t = useTranslations('staff.notAllowed');
  return (
    <div className="max-w-text py-10">
      <h1 className="pb-4 text-title">{t('title')}</h1>
      <p>{t('text')}</p>
    </div>
  );
}

/** The person is signed in without the role: the page shows no data, and says so. */
export function RefusedPage({ action, back, name }: { action: Action; back: string; name: string }) {
  const t = useTranslations('staff.refused');
  return (
    <PlainPage title={t('title')} text={<p>{t('text', { name })}</p>}>
      <form action={action}>
        <HiddenFields back={back} />
        <SubmitButton variant="secondary">{t('signOut')}</SubmitButton>
      </form>
    </PlainPage>
  );
}
