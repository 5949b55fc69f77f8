import { useTranslations } from 'next-intl';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { PageTitle } from '../ui/page-title';

type Action = (form: FormData) => Promise<void>;

interface SignInPageProps {
  readonly action: Action;
  readonly back: string;
  readonly failed: boolean;
  /** The person was signed out while a form was open. */
  readonly isNotDone?: boolean;
}

export function SignInPage({ action, back, failed, isNotDone = false }: SignInPageProps) {
  const t = useTranslations('staff.signIn');
  const lost = useTranslations('staff.notDone');
  return (
    <div className="max-w-text py-6">
      <PageTitle title={t('title')} />
      <p className="pb-6">{t('text')}</p>
      {isNotDone ? (
        <div className="pb-6">
          <Notice tone="problem" title={lost('signedOut')}>
            <p>{lost('signedOutText')}</p>
          </Notice>
        </div>
      ) : null}
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
    </div>
  );
}

/** The roles of the person do not allow this page; or not what a form on the page `back` was to do. */
export function NotAllowed({ back }: { back?: string }) {
  const t = useTranslations('staff.notAllowed');
  const lost = useTranslations('staff.notDone');
  return (
    <div className="max-w-text py-6">
      <PageTitle title={t('title')} />
      <p>{t('text')}</p>
      {back === undefined ? null : (
        <p className="pt-4">
          <TextLink href={back}>{lost('back')}</TextLink>
        </p>
      )}
    </div>
  );
}

/** The person is signed in without the role: the page shows no data, and says so. */
export function RefusedPage({ action, back, name }: { action: Action; back: string; name: string }) {
  const t = useTranslations('staff.refused');
  return (
    <div className="max-w-text py-6">
      <PageTitle title={t('title')} />
      <p className="pb-6">{t('text', { name })}</p>
      <form action={action}>
        <HiddenFields back={back} />
        <SubmitButton variant="secondary">{t('signOut')}</SubmitButton>
      </form>
    </div>
  );
}
