import { useTranslations } from 'next-intl';
import type { TeamPage } from '@/lib/storefront/staff/team/sign-ins';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { Done } from '../ui/done';
import { PageTitle } from '../ui/page-title';
import { Section } from '../ui/section';
import { People, type PeopleActions } from './people';
import { SignInTable } from './sign-in-table';

type Action = (form: FormData) => Promise<void>;

export const teamResults = ['invited', 'changed', 'removed'] as const;
export const teamProblems = ['last_admin', 'gone'] as const;

interface TeamProps {
  readonly page: TeamPage;
  /** What was just done, or could not be: how many sign-ins ended, what was saved, and what was wrong. */
  readonly told: {
    readonly ended: number | null;
    readonly saved: (typeof teamResults)[number] | null;
    readonly problem: (typeof teamProblems)[number] | null;
  };
  readonly people: PeopleActions;
  /** The person who is being changed. */
  readonly changed: string | null;
  readonly actions: Readonly<Record<'endSignIn' | 'endOtherSignIns' | 'endSignInOfOther', Action>>;
}

/** Where one is signed in, and, for who may see it, who else is. */
export function Team({ page, told, actions, people, changed }: TeamProps) {
  const { own, others } = page;
  const { ended, saved, problem } = told;
  const t = useTranslations('staff.team.signIns');
  const team = useTranslations('staff.team');
  return (
    <>
      <PageTitle title={others === null ? t('own') : team('title')} />
      <Done>
        {ended === null ? null : <Notice tone="result" title={t('done', { count: ended })} />}
        {saved === null ? null : <Notice tone="result" title={team(`people.saved.${saved}`)} />}
      </Done>
      {problem === null ? null : <Notice tone="problem" title={team(`people.problems.${problem}`)} />}
      {page.people === null ? null : (
        <People people={page.people} catalogs={page.catalogs} changed={changed} actions={people} />
      )}
      <p className="max-w-text pb-6">
        {t('about')} {page.hasProvider ? t('provider') : null}
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
