import { useTranslations } from 'next-intl';
import type { TeamPage } from '@/lib/storefront/staff/team/sign-ins';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { PageTitle } from '../ui/page-title';
import { Section } from '../ui/section';
import { SignInTable } from './sign-in-table';

type Action = (form: FormData) => Promise<void>;

interface TeamProps {
  readonly page: TeamPage;
  /** How many sign-ins were ended just now; null: none were to be. */
  readonly ended: number | null;
  readonly actions: Readonly<Record<'endSignIn' | 'endOtherSignIns' | 'endSignInOfOther', Action>>;
}

/** Where one is signed in, and, for who may see it, who else is. */
export function Team({ page: { own, others }, ended, actions }: TeamProps) {
  const t = useTranslations('staff.team.signIns');
  const team = useTranslations('staff.team');
  return (
    <>
      <PageTitle title={others === null ? t('own') : team('title')} />
      {ended === null ? null : <Notice tone="result" title={t('done', { count: ended })} />}
      <p className="max-w-text pb-6">
        {t('about')} {t('provider')}
      </p>
      <Section id="own" title={t('own')} className="pb-8">
        <SignInTable signIns={own} end={actions.endSignIn} />
        {own.some(({ isThis }) => !isThis) ? (
          <form action={actions.endOtherSignIns} className="pt-4">
            <SubmitButton variant="secondary">{t('endOthers')}</SubmitButton>
          </form>
        ) : null}
      </Section>
      {others === null ? null : (
        <Section id="others" title={t('others')}>
          {others.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <SignInTable signIns={others} end={actions.endSignInOfOther} namesPeople />
          )}
        </Section>
      )}
    </>
  );
}
